// What an admin does for the company's own programs, in the convergence proof: their keys and the addresses that are told what happens.
import type { Person } from "../../core/testing/api.ts";
import { apiKeys } from "../../features/api-keys/contract.ts";
import { webhooks } from "../../features/webhooks/contract.ts";
import type { Chance } from "../harness.ts";

interface Around {
  chance: Chance;
  ownName: () => string;
  people: { admin: Person };
}

/** The deeds to draw from. */
export function programDeeds(office: Around): Record<string, () => Promise<unknown>> {
  const name = () => office.ownName().slice(0, 50);
  const pick = <T>(some: readonly T[]) => some.length ? office.chance.pick(some) : undefined;
  const admin = () => office.people.admin;
  const someKey = async () => pick((await admin().call(apiKeys.list, {})).filter(({ endedAt }) => !endedAt));
  const someWebhook = async () => pick(await admin().call(webhooks.list, {}));
  const url = "https://93.184.215.14/recado";
  return {
    keyNew: () => admin().call(apiKeys.create, { body: { name: name(), scopes: ["contacts:read"] } }),
    keyChange: async () => {
      const key = await someKey();
      const body = { name: name(), scopes: ["tickets:read" as const] };
      if (key) await admin().call(apiKeys.update, { params: { id: key.id }, body });
    },
    keyEnd: async () => {
      const key = await someKey();
      if (key) await admin().call(apiKeys.end, { params: { id: key.id } });
    },
    webhookNew: () => admin().call(webhooks.create, { body: { name: name(), url, events: ["ticket.created"] } }),
    webhookChange: async () => {
      const one = await someWebhook();
      const body = { name: name(), url, events: ["ticket.created" as const, "message.sent" as const] };
      if (one) await admin().call(webhooks.update, { params: { id: one.id }, body });
    },
    webhookPause: async () => {
      const one = await someWebhook();
      const body = { paused: office.chance.pick([true, false]) };
      if (one) await admin().call(webhooks.pause, { params: { id: one.id }, body });
    },
    webhookGone: async () => {
      const one = await someWebhook();
      if (one) await admin().call(webhooks.remove, { params: { id: one.id } });
    },
  };
}
