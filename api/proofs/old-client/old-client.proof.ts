// R22: an app that was loaded days ago works against the server of today. Its requests and what it reads of the answers are kept
// from the contract it speaks; every contract that is still served is replayed. `PROOF_RECORD=1` writes the recording of a new
// APP_CONTRACT from the newest one's steps: then change the steps that the new app sends otherwise.
import { describe, expect, test } from "vitest";
import { APP_CONTRACT, OLDEST_APP } from "../../contract/app-version.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, someone, testApp } from "../../core/testing/api.ts";
import { withPassword } from "../../features/session/testing-browser.ts";
import { draftChanged } from "../../features/drafts/contract.ts";
import { sessionEnded } from "../../features/users/contract.ts";
import { withTenant } from "../../../db/tenant.ts";
import { readRecording, record, type Recording, replay, type Send } from "./recording.ts";
import { misfits } from "./shape.ts";

const { api } = await testApp();
const served = Array.from({ length: APP_CONTRACT - OLDEST_APP + 1 }, (_, i) => OLDEST_APP + i);

if (Deno.env.get("PROOF_RECORD")) {
  const newest = await readRecording(APP_CONTRACT).catch(() => readRecording(APP_CONTRACT - 1));
  const live = new Map(api.endpoints.flatMap((e) => e.live ?? []).map((event) => [event.name, event]));
  await record(newest, api.endpoints, [...live.values(), sessionEnded, draftChanged]);
}

/** A browser's side: it keeps cookies. */
function browser(): Send {
  const cookies = new Map<string, string>();
  return async (request) => {
    request.headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await api.http.fetch(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return response;
  };
}

/** A company as the app found it: a customer has written, there is a queue, somebody has a password. */
async function office() {
  await someone();
  const admin = await withPassword();
  const queueId = await makeQueue(admin);
  const connectionId = await makeConnection(admin, "webchat");
  await customerWrites(admin, { connectionId, name: "Cliente Antigo" });
  return { admin, names: { email: admin.email, password: admin.password, queueId } };
}
async function play(recording: Recording): Promise<{ trouble: string[]; events: Set<string> }> {
  const { admin, names } = await office();
  const trouble = await replay(recording, names, browser());
  const rows = await withTenant(
    { companyId: admin.companyId },
    (tx) => tx<{ name: string; payload: unknown }[]>`select name, payload from app.events order by position`,
  );
  const events = new Set<string>();
  for (const { name, payload } of rows) {
    const plain = name.replace(`company-${admin.companyId}-`, "company-{id}-");
    const shape = recording.events[plain];
    if (!shape) continue;
    events.add(plain);
    trouble.push(...misfits(payload, shape, plain));
  }
  return { trouble, events };
}

describe.each(served)("an app of contract %s", (contract) => {
  test("gets every recorded field with its type, in answers and events", async () => {
    const { trouble, events } = await play(await readRecording(contract));
    expect(trouble).toEqual([]);
    expect([...events]).toEqual(expect.arrayContaining(["company-{id}-ticket", "company-{id}-appMessage"]));
  });

  test("reads the stream without the parameters that later apps send", async () => {
    const { admin } = await office();
    const stop = new AbortController();
    const response = await admin.fetch("/api/events", {
      headers: { accept: "text/event-stream" },
      signal: stop.signal,
    });
    const { value } = await response.body!.getReader().read();
    stop.abort();
    expect(new TextDecoder().decode(value)).toMatch(
      /^retry: \d+\nevent: hello\nid: [0-9a-f]{8}\.\d+\ndata: \{"head":\d+/,
    );
    const cursor = await admin.fetch("/api/events", { headers: { "last-event-id": "0000beef.0" } });
    expect(cursor.status).toBe(200);
    await cursor.body?.cancel();
  });
});

test("a replay reports a field that is gone, of another type, or null for the first time", async () => {
  const recording = await readRecording(APP_CONTRACT);
  const { names } = await office();
  const send = browser();
  const worse: Send = async (request) => {
    const response = await send(request);
    const text = (await response.text()).replaceAll('"lastMessage":', '"lastText":').replace(
      /"ack":(\d)/g,
      '"ack":"$1"',
    )
      .replace(/"fromMe":true/g, '"fromMe":null');
    return new Response(text, { status: response.status });
  };
  const trouble = (await replay(recording, names, worse)).join("\n");
  expect(trouble).toContain("lastMessage: gone");
  expect(trouble).toMatch(/ack: number, got "0"/);
  expect(trouble).toContain("fromMe: boolean, got null");
});
