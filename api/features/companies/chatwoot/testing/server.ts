// Chatwoot's API as documented, over an account: pages of 15 and 25, messages by hundreds, a token, and now and then too busy.
import { bomb } from "../../../../core/testing/pictures.ts";
import type { Account, Made } from "./account.ts";

export const TOKEN = "chatwoot-token";
export interface StandIn {
  /** The address as a browser shows it. */
  address: string;
  /** The paths that were asked for. */
  asked: string[];
  close(): Promise<void>;
}

/** Serves an account. `old`: as before messages could be asked for from a place on; every `busy`th answer is a 429. */
export function serveChatwoot(account: Account, { old = false, busy = 7 } = {}): StandIn {
  const asked: string[] = [];
  let files = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/crm\/api\/v1\/accounts\/3/, "");
    if (path === "/files/foto.png") return new Response(bomb(3, 2), { headers: { "content-type": "image/png" } });
    if (path.startsWith("/rails/")) {
      if (++files === 2) return new Response("", { status: 503 });
      return path.endsWith("gone.png")
        ? new Response("", { status: 404 })
        : Response.redirect(`${url.origin}/files/foto.png`);
    }
    asked.push(path + url.search);
    if (request.headers.get("api_access_token") !== TOKEN) {
      return Response.json({ error: "Invalid Access Token" }, { status: 401 });
    }
    if (asked.length % busy === 0) return new Response("Retry later", { status: 429, headers: { "retry-after": "1" } });
    return answer(account, path, url.searchParams, old, url.origin);
  });
  const { port } = server.addr as Deno.NetAddr;
  return { address: `http://127.0.0.1:${port}/crm/app/accounts/3/dashboard`, asked, close: () => server.shutdown() };
}

function answer(account: Account, path: string, query: URLSearchParams, old: boolean, origin: string): Response {
  const page = <T>(rows: readonly T[], size: number): T[] => {
    const from = (Number(query.get("page") ?? 1) - 1) * size;
    return rows.slice(from, from + size);
  };
  const [, kind, id, part] = path.split("/");
  if (!kind) return Response.json(account.account);
  if (kind === "agents") return Response.json(account.agents);
  if (kind === "teams") return Response.json(part === "team_members" ? account.members[id!] : account.teams);
  if (kind === "inboxes") return Response.json({ payload: account.inboxes });
  if (kind === "labels") return Response.json({ payload: account.labels });
  if (kind === "canned_responses") return Response.json(account.canned);
  if (kind === "contacts") {
    const label = query.get("labels[]");
    const rows = label ? account.contacts.filter(({ labels }) => labels?.includes(label)) : account.contacts;
    return Response.json({ meta: { count: rows.length }, payload: page(rows, 15).map(({ labels: _, ...row }) => row) });
  }
  if (part === "messages") {
    const absolute = (one: Made): Made => ({
      ...one,
      data_url: one.data_url && new URL(String(one.data_url), origin).href,
    });
    const payload = messagesOf(account.messages[id!]!, query, old).map((one) => ({
      ...one,
      ...(Array.isArray(one.attachments) && { attachments: one.attachments.map(absolute) }),
    }));
    return Response.json({ meta: { labels: [] }, payload });
  }
  if (kind === "conversations" && !id) {
    return Response.json({
      data: { meta: { all_count: account.conversations.length }, payload: page(account.conversations, 25) },
    });
  }
  return Response.json({ error: "Resource could not be found" }, { status: 404 });
}

function messagesOf(all: readonly Made[], query: URLSearchParams, old: boolean): Made[] {
  const before = query.get("before");
  if (before) return all.filter(({ id }) => Number(id) < Number(before)).slice(-20);
  if (old) return all.slice(-20);
  return all.filter(({ id }) => Number(id) > Number(query.get("after"))).slice(0, 100);
}
