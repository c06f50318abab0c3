// Push in a browser script: a stand-in for the push service, and a stub for subscribing, which needs a real one.
import { until } from "../../api/proofs/harness.ts";
import type { Ticket } from "./visitor.ts";
import type { BrowserContext, CDPSession, Page, Worker } from "playwright-core";

/** The stand-in of a push service: counts what arrives for whom, and answers as told. */
export class PushService {
  readonly received: string[] = [];
  status = 201;
  #server: Deno.HttpServer<Deno.NetAddr>;
  private constructor() {
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      this.received.push(new URL(request.url).pathname);
      await request.arrayBuffer();
      return new Response(null, { status: this.status });
    });
  }
  static open(): PushService {
    return new PushService();
  }
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }
  close(): Promise<void> {
    return this.#server.shutdown();
  }
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Makes subscribing answer an address of the stand-in, with keys that can be encrypted for. */
export async function stubSubscribe(context: BrowserContext, service: PushService, name = "device"): Promise<void> {
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ]) as CryptoKeyPair;
  const p256dh = base64url(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
  const auth = base64url(crypto.getRandomValues(new Uint8Array(16)));
  await context.addInitScript(({ url, p256dh, auth, name }) => {
    const KEY = "stub.subscription";
    interface Held {
      endpoint: string;
      key: number[];
    }
    const made = (held: Held) => ({
      endpoint: held.endpoint,
      options: { applicationServerKey: new Uint8Array(held.key).buffer },
      toJSON: () => ({ endpoint: held.endpoint, keys: { p256dh, auth } }),
      unsubscribe: () => (localStorage.removeItem(KEY), Promise.resolve(true)),
    });
    const held = () => JSON.parse(localStorage.getItem(KEY) ?? "null") as Held | null;
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(held() && made(held()!)),
      subscribe: (options: { applicationServerKey: Uint8Array }) => {
        const next = { endpoint: `${url}/${name}/${Date.now()}`, key: [...options.applicationServerKey] };
        localStorage.setItem(KEY, JSON.stringify(next));
        return Promise.resolve(made(next));
      },
    });
  }, { url: service.url, p256dh, auth, name });
}

/** The service worker of a page's app, and the way to push to it. */
export class Ringing {
  private constructor(readonly worker: Worker, private cdp: CDPSession, private id: string, private origin: string) {}

  /** Waits for the app's service worker. */
  static async of(page: Page, origin: string): Promise<Ringing> {
    const cdp = await page.context().newCDPSession(page);
    const id = await new Promise<string>((resolve, reject) => {
      cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const own = registrations.find((one) => one.scopeURL.startsWith(origin) && !one.isDeleted);
        if (own) resolve(own.registrationId);
      });
      cdp.send("ServiceWorker.enable").catch(reject);
    });
    // Ready is also a worker that is about to be active: a push that comes by hand would not wait for it.
    await page.evaluate(async () => {
      const worker = (await navigator.serviceWorker.ready).active!;
      while (worker.state !== "activated") await new Promise((done) => setTimeout(done, 20));
    });
    const [worker] = page.context().serviceWorkers();
    if (!worker) throw new Error("no service worker");
    return new Ringing(worker, cdp, id, origin);
  }

  /** Delivers a push as the browser would. */
  async push(body: unknown): Promise<void> {
    const data = typeof body === "string" ? body : JSON.stringify(body);
    await this.cdp.send("ServiceWorker.deliverPushMessage", { origin: this.origin, registrationId: this.id, data });
  }

  /** What shows now: title, tag, actions. */
  async shown(): Promise<{ title: string; body: string; tag: string; actions: string[] }[]> {
    return await this.worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const all = await navigator.locks.request("recado.notifications", () => registration.getNotifications());
      return all.map((one) => ({
        title: one.title,
        body: one.body,
        tag: one.tag,
        actions: ((one as unknown as { actions: { action: string }[] }).actions ?? []).map(({ action }) => action),
      }));
    });
  }

  /** Waits until as many notifications show. */
  async shows(count: number, ms = 15_000): Promise<void> {
    let shown = await this.shown();
    await until(`${count} notifications show`, ms, async () => {
      shown = await this.shown();
      return shown.length === count;
    }).catch(({ message }: Error) => {
      throw new Error(`${message}, shown: ${JSON.stringify(shown)}`);
    });
  }

  /** What waits on the device to be sent. */
  async outbox(): Promise<{ kind: string; state: string; tries: number }[]> {
    return await this.worker.evaluate(async () => {
      const { name } = (await indexedDB.databases()).find(({ name }) => /^recado-\d/.test(name ?? ""))!;
      const opening = indexedDB.open(name!);
      return await new Promise((resolve, reject) => {
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("outbox").objectStore("outbox").getAll();
          all.onsuccess = () => (opening.result.close(), resolve(all.result));
        };
      });
    });
  }

  /** A tap on what shows under a tag, or on one of its buttons. */
  async tap(tag: string, action = ""): Promise<void> {
    await this.worker.evaluate(async ({ tag, action }) => {
      const { registration, NotificationEvent } = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        NotificationEvent: new (type: string, init: unknown) => Event;
      };
      const [notification] = await registration.getNotifications({ tag });
      globalThis.dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
    }, { tag, action });
  }
}

/** A push that a ticket of Ana Souza rings. */
export const rings = (ticket: Pick<Ticket, "id" | "uuid">, body: string, more: Record<string, unknown> = {}) => ({
  web_push: 8030,
  notification: {
    title: "Ana Souza",
    body,
    tag: ticket.uuid,
    navigate: `/tickets/${ticket.uuid}`,
    lang: "pt-BR",
    app_badge: 3,
  },
  data: {
    kind: "ticket",
    uuid: ticket.uuid,
    ticketId: ticket.id,
    status: "pending",
    messageId: 1,
    at: new Date().toISOString(),
    ...more,
  },
});
/** A ticket that the server does not know. */
export const missing = { id: 987_654, uuid: "0198c0de-0000-7000-8000-00000000abcd", status: "pending", userId: null };
