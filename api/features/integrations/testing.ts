// A service at its network's edge, for tests: it answers as each test says, and keeps what it was asked.
import { afterFile } from "../../core/testing/after-file.ts";
import { setUpProviders } from "../../core/outside/providers.ts";
import { setUpOutside } from "../../core/outside/limited.ts";
import { readEnv } from "../../core/env.ts";

export interface Asked {
  path: string;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}
type Reply = (asked: Asked) => Response | Promise<Response>;

/** A service on this computer, allowed to be asked. `reply` may be replaced at any time. */
export function standIn(reply: Reply) {
  const asked: Asked[] = [];
  const service = { asked, reply, url: "", stop: () => Promise.resolve() };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const text = await request.text();
    let json = {};
    try {
      json = JSON.parse(text);
    } catch { /* a form */ }
    const one = { path: new URL(request.url).pathname, headers: request.headers, text, json };
    asked.push(one);
    return await service.reply(one);
  });
  service.url = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
  const env = readEnv({});
  setUpProviders({
    ...env,
    EGRESS_ALLOW: ["127.0.0.1"],
    OPENAI_BASE_URL: `${service.url}/v1`,
    DIALOGFLOW_URL: service.url,
    GOOGLE_TOKEN_URL: `${service.url}/token`,
    AZURE_SPEECH_URL: service.url,
  });
  setUpOutside({ EGRESS_ALLOW: ["127.0.0.1"] });
  service.stop = () => server.shutdown();
  afterFile(() => server.shutdown());
  return service;
}
