// The stand-in as the conformance suite wants it, for the three channels.
import type { Peer } from "../../sdk/mod.ts";
import type { Accepted, Fault, Simulator } from "../../sdk/simulator.ts";
import { SIGNATURE_HEADER, signatureOf } from "../signature.ts";
import { MetaSimulator } from "./simulator.ts";
import { Faults } from "./state.ts";
import { callOf, fateBodies, type Saying, sayingBody, wire } from "./webhooks.ts";

const SECRET = "fixture-app-secret";

export interface Setting {
  channel: Saying["channel"];
  object: string;
  /** What webhooks name: page, Instagram account, phone number id. */
  account: string;
  from: string;
  peer: Peer;
  config: Record<string, unknown>;
  says: Simulator["says"];
  arrivesAs?: Simulator["arrivesAs"];
  fate: string[];
}

function faultsOf(fault: Fault | null): Faults {
  switch (fault?.type) {
    case "drop":
      return Faults.parse({ drop: {} });
    case "delay":
      return Faults.parse({ delayMs: fault.ms });
    case "rate-limit":
      return Faults.parse({ rateLimit: { retryAfter: fault.retryAfterMs / 1000 } });
    case "error":
      return Faults.parse({ failShare: 1 });
    default:
      return Faults.parse({});
  }
}

/** A simulator for one channel. `meta` is the server behind it, for questions that only this channel's tests ask. */
export function metaSimulator(setting: Setting): Simulator & { readonly meta: MetaSimulator } {
  const { channel, account, from, fate } = setting;
  const meta = new MetaSimulator();
  let dead = false;
  return {
    meta,
    ...setting,
    faults: ["dead", "drop", "error", "rate-limit", "delay"],
    async start() {
      await meta.start();
      if (channel === "instagram") meta.state.instagram.set(from, account);
    },
    stop: () => meta.stop(),
    get env() {
      const { appId: META_APP_ID } = meta.state;
      return {
        META_APP_ID,
        META_APP_SECRET: SECRET,
        META_GRAPH_URL: meta.url,
        META_GRAPH_VERSION: "v25.0",
        PATH: "/not-for-plugins",
      };
    },
    accepted: () =>
      Promise.resolve(meta.state.accepted.map(({ file, kind, ...message }) => ({
        ...message,
        kind: kind as Accepted["kind"],
        bytes: file?.bytes,
      }))),
    async fault(fault) {
      if (dead) await meta.start();
      dead = fault?.type === "dead";
      if (dead) await meta.stop();
      meta.state.faults = faultsOf(fault);
    },
    async say({ id, text, media, at }) {
      const file = media && { ...media, base64: btoa(String.fromCharCode(...media.bytes)) };
      const saying = {
        channel,
        account,
        from,
        name: "Ana",
        wabaId: "300400500600701",
        id: `m_${id}`,
        text,
        media: file,
        at,
      };
      return [await callOf(wire(sayingBody(meta.state, meta.url, saying).body), SECRET)];
    },
    async fate({ externalId }) {
      const message = meta.state.accepted.find((one) => one.externalId === externalId);
      const bodies = message ? fateBodies(meta.state, message, fate) : [];
      return await Promise.all(bodies.map((body) => callOf(wire(body), SECRET)));
    },
    webhook: {
      secrets: { appSecrets: [SECRET], verifyTokens: ["fixture-verify-token"] },
      signatureHeader: SIGNATURE_HEADER,
      sign: async (body) => new Headers({ [SIGNATURE_HEADER]: await signatureOf(body, SECRET) }),
      unknown: [
        { object: "user", entry: [{ id: "1", changes: [] }] },
        {
          object: setting.object,
          entry: [{ id: account, time: 1795190400000, messaging: [{ sender: { id: "1" }, novelty: {} }] }],
        },
        {
          object: setting.object,
          entry: [{ id: account, changes: [{ field: "novelty", value: { a: [null, 1e300] } }] }],
        },
        { object: setting.object, entry: {} },
        { object: setting.object, entry: [null, 42, [], { id: {} }] },
        [],
        null,
        42,
      ],
    },
  };
}
