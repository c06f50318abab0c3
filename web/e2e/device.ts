// What a device keeps of the signed-in person, as a script reads it from the browser's database.
import type { Page } from "playwright-core";
import type { Endpoint } from "../../api/contract/endpoint.ts";
import { until, type World } from "../../api/proofs/harness.ts";

/** A store of the device's database, as it is there. */
export async function storeOn(page: Page, store: "outbox" | "queries" | "meta" | "tickets"): Promise<unknown[]> {
  return await page.evaluate(async (store) => {
    const all = await indexedDB.databases();
    const name = all.map((one) => one.name ?? "").find((one) => /^recado-\d+-\d+$/.test(one));
    if (!name) return [];
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const rows = await new Promise<unknown[]>((resolve) => {
      const request = db.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => resolve(request.result);
    });
    db.close();
    return JSON.parse(JSON.stringify(rows)) as never;
  }, store);
}
/** Takes away the conversations and answers that a device keeps, and nothing that waits to be sent. */
export async function forgetAnswers(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const all = await indexedDB.databases();
    const name = all.map((one) => one.name ?? "").find((one) => /^recado-\d+-\d+$/.test(one))!;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const stores = ["conversations", "texts", "queries"];
    const work = db.transaction(stores, "readwrite");
    for (const store of stores) work.objectStore(store).clear();
    await new Promise((resolve) => work.oncomplete = resolve);
    db.close();
  });
}
/** Waits until the device has kept an answer, which a page that is loaded later begins with. */
export async function keptAnswer(page: Page, { method, path }: Endpoint): Promise<void> {
  await until(
    `${path} is kept`,
    30_000,
    async () =>
      (await storeOn(page, "queries") as { key: unknown[] }[]).some(({ key }) => key[1] === `${method} ${path}`),
  );
}

/**
 * Waits until the device has written every event that a company had so far. A page that is loaded anew before hears them again, over
 * what a script has written into the server's database meanwhile.
 */
export async function keptEvents(page: Page, world: World, companyId = 1): Promise<void> {
  const [head] = await world.sql<{ seq: number }[]>`select seq from app.event_heads where company_id = ${companyId}`;
  await until(
    "the device has written the events",
    30_000,
    async () =>
      (await storeOn(page, "meta") as { id?: unknown }[]).some(({ id }) =>
        Number(String(id).split(".")[1]) >= head!.seq
      ),
  );
}
