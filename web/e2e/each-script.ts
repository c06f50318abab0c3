// Runs before each browser script, anew for each; the windows are kept in a file of their own, which is read once for all of them.
import { afterEach } from "vitest";
import { windowsShow } from "./evidence.ts";

afterEach(async ({ task }) => {
  const last = task.result?.state === "fail" ? task.result.errors?.at(-1) : undefined;
  if (last) last.message += ["", ...await windowsShow()].join("\n");
});
