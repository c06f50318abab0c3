import { expect, test } from "vitest";
import { RUNTIME } from "../../commands/start/runtime.mjs";

test("a process that runs as the product does gives back what nobody holds any more", async () => {
  const module = new URL("./collect.ts", import.meta.url).href;
  const script = `import { collectStart } from ${JSON.stringify(module)};
    const gone = new WeakRef({});
    // A weak reference holds what it names until the turn is over.
    setTimeout(() => { collectStart(); console.log(gone.deref()); }, 10);`;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", ...RUNTIME, script] }).output();
  expect(new TextDecoder().decode(stdout)).toBe("undefined\n");
});
