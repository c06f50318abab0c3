// A client that keeps its connection, as a phone on a slow network or another company's program does: a new one costs it round trips.
import { expect, test } from "vitest";
import { testApp } from "../testing/api.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

test.each([
  ["a small body", 20, 1],
  ["a body of a few pages", 5_000, 1],
  ["a body that comes in three pieces", 20_000, 3],
])("a second POST uses the connection of the first when it has %s", async (_, length, pieces) => {
  const { api } = await testApp();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, api.http.fetch);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  for (const turn of ["first", "second"]) {
    const body = JSON.stringify({ email: `${turn}@ninguem.local`, password: "ã".repeat(length / 2) });
    const head = `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n`;
    const bytes = encoder.encode(body);
    const all = encoder.encode(`${head}content-length: ${bytes.length}\r\n\r\n${body}`);
    const piece = Math.ceil(all.length / pieces);
    for (let at = 0; at < all.length; at += piece) {
      for (let left = all.subarray(at, at + piece); left.length;) left = left.subarray(await connection.write(left));
      if (pieces > 1) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    let said = "";
    // Whole: what is left of one answer would be read as the beginning of the next.
    while (!/\r\n\r\n\{.*\}$/s.test(said)) {
      const answer = new Uint8Array(16_384);
      const count = await connection.read(answer);
      if (count === null) break;
      said += decoder.decode(answer.subarray(0, count));
    }
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(said).not.toMatch(/^connection: close/im);
  }
});
