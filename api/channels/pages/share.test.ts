// What all visitors of one company may ask together: a flood at one company's page is nobody else's.
import { beforeAll, expect, test, vi } from "vitest";
import type { PageHost } from "../../../channels/sdk/mod.ts";
import { VISITORS_SHARE } from "../../contract/limits.ts";
import { makeConnection, type Person, someone, testApp } from "../../core/testing/api.ts";
import { readConnection } from "../lines/connections.ts";
import { clock } from "../session.ts";
import { pageHost } from "./host.ts";

let stream: Awaited<ReturnType<typeof testApp>>["stream"];
beforeAll(async () => {
  stream = (await testApp()).stream;
});

async function page(person: Person): Promise<PageHost> {
  const row = (await readConnection(person.companyId, await makeConnection(person)))!;
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  return pageHost({ fetch, env: {}, log: silent, clock, stream }, row);
}

/** How many of these asks are let through; the clock stands still. */
function passed(host: PageHost, asks: number, who: (n: number) => string, perMinute = 1): number {
  return Array.from({ length: asks }, (_, n) => host.allow("messages", who(n), perMinute)).filter(Boolean).length;
}
const another = () => `visitor-${crypto.randomUUID()}`;

test("visitors of a company are refused once they have asked for their company's share, whichever page of it they are on", async () => {
  const [flooded, other] = [await someone(), await someone()];
  const [first, second, elsewhere] = [await page(flooded), await page(flooded), await page(other)];
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  try {
    expect(passed(first, VISITORS_SHARE + 50, another)).toBe(VISITORS_SHARE);
    expect(passed(second, 5, another)).toBe(0);
    expect(passed(elsewhere, 5, another)).toBe(5);
    // Another kind of ask has a share of its own.
    expect(second.allow("typing", another(), 1)).toBe(true);
    now.mockReturnValue(Date.now() + 60_000);
    expect(passed(second, VISITORS_SHARE + 50, another)).toBe(VISITORS_SHARE);
  } finally {
    now.mockRestore();
  }
});

test("a visitor who is refused for asking too often takes nothing of the company's share", async () => {
  const host = await page(await someone());
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  try {
    const flooding = another();
    expect(passed(host, 5_000, () => flooding)).toBe(1);
    expect(passed(host, VISITORS_SHARE, another)).toBe(VISITORS_SHARE - 1);
  } finally {
    now.mockRestore();
  }
});
