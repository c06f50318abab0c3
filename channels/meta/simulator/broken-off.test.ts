import { expect, test } from "vitest";
import { MetaSimulator } from "./simulator.ts";

test("the stand-in goes on when who asks is killed amid a request", async () => {
  const simulator = new MetaSimulator();
  await simulator.start();
  try {
    const { hostname, port } = new URL(simulator.url);
    for (let n = 0; n < 3; n++) {
      const line = await Deno.connect({ hostname, port: Number(port) });
      await line.write(
        new TextEncoder().encode("POST /v25.0/1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      line.close();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { status } = await fetch(`${simulator.url}/_control/accepted`).then(async (answer) => {
      await answer.body?.cancel();
      return answer;
    });
    expect(status).toBe(200);
  } finally {
    await simulator.stop();
  }
});
