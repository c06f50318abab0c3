// What the environment may say of where WhatsApp and other providers are.
import { describe, expect, test } from "vitest";
import { readEnv } from "./env.ts";
import { readSecret } from "./secrets/secret.ts";

const root = "0123456789abcdef".repeat(4);
const read = (WHATSAPP_SOCKET_URL: string, WHATSAPP_ROOT_KEY = "") =>
  readEnv({ WHATSAPP_SOCKET_URL, WHATSAPP_ROOT_KEY });

test("WhatsApp's own address and root need not be named", () => {
  expect(readEnv({})).not.toHaveProperty("WHATSAPP_SOCKET_URL", expect.anything());
  expect(read("wss://proxy.example/ws/chat").WHATSAPP_SOCKET_URL).toBe("wss://proxy.example/ws/chat");
});
test.each(["https://web.whatsapp.com/ws", "127.0.0.1:9000", "wss:"])("%s is no address of a socket", (address) => {
  expect(() => read(address)).toThrow("WHATSAPP_SOCKET_URL");
});
test.each(["ws://127.0.0.1:9000/ws/chat", "ws://localhost:9000", "ws://[::1]:9000", "wss://127.8.0.1"])(
  "another root is believed of %s",
  (address) => expect(read(address, root).WHATSAPP_ROOT_KEY).toBe(root),
);
test.each([
  "",
  "ws://192.168.0.2",
  "wss://web.whatsapp.com/ws/chat",
  "ws://127.0.0.1.example.com",
  "ws://localhost.example.com",
])(
  "another root is never believed of “%s”",
  (address) => expect(() => read(address, root)).toThrow(/WHATSAPP_ROOT_KEY is not usable: it is accepted only while/),
);
test.each([root.slice(1), `${root}0`, root.replace("0", "g")])("%s is no root", (key) => {
  expect(() => read("ws://127.0.0.1", key)).toThrow("64 hex digits");
});

const providers = [
  "OPENAI_BASE_URL",
  "AZURE_SPEECH_URL",
  "DIALOGFLOW_URL",
  "GOOGLE_TOKEN_URL",
  "PIX_URL",
  "MERCADOPAGO_URL",
  "STRIPE_URL",
] as const;
describe.each(providers)("%s", (name) => {
  test("is the provider's own address over HTTPS unless another is given", () => {
    const address = new URL(readEnv({})[name].replace("{region}", "brazilsouth"));
    expect([address.protocol, address.port]).toEqual(["https:", ""]);
  });
  test.each([
    "https://proxy.example/openai/",
    "http://127.0.0.1:4010",
    "http://localhost:4010/v1",
    "http://[::1]:4010",
  ])(
    "may be %s",
    (address) => expect(readEnv({ [name]: address })[name]).toBe(address.replace(/\/$/, "")),
  );
  test.each([
    ...["http://api.openai.com", "http://127.0.0.1.example.com", "http://192.168.0.2", "ftp://127.0.0.1"],
    ...[
      "api.openai.com",
      "https://",
      "https://key@proxy.example",
      "https://proxy.example?key=1",
      "https://proxy.example/#v1",
    ],
  ])("is never %s", (address) => {
    expect(() => readEnv({ [name]: address })).toThrow(
      `The environment variable ${name} is not usable: it must be an https:// address, or one of this computer.`,
    );
  });
});

describe("SECRET_KEY", () => {
  const hex = "00ff".repeat(16);
  test.each([
    ["64 hex digits", hex],
    ["64 large hex digits", hex.toUpperCase()],
    ["base64", btoa("\xfb".repeat(32))],
    [
      "base64 for addresses, without filling",
      btoa("\xfb".repeat(32)).replaceAll("+", "-").replaceAll("/", "_").replace("=", ""),
    ],
  ])("is taken as %s", (_, key) => expect(readEnv({ SECRET_KEY: key }).SECRET_KEY).toBe(key));

  test.each([
    ["16 letters, as it could be before", "abcdefghijklmnop"],
    ["31 bytes", hex.slice(2)],
    ["33 bytes", `${hex}00`],
    ["24 bytes as base64", btoa("x".repeat(24))],
    ["48 bytes as base64", btoa("x".repeat(48))],
    ["64 letters that are no hex digits", "g".repeat(64)],
    ["a sentence with accents", "uma frase secreta com açaí, longa o bastante"],
  ])("is refused as %s, with what to do", (_, key) => {
    expect(() => readEnv({ SECRET_KEY: key })).toThrow(
      /^The environment variable SECRET_KEY is not usable: it must be 32 random bytes .*openssl rand -hex 32.*SECRET_KEY_PREVIOUS/,
    );
  });

  test("of before may be shorter, beside the new one", () => {
    const before = "abcdefghijklmnop";
    expect(readEnv({ SECRET_KEY: hex, SECRET_KEY_PREVIOUS: before }).SECRET_KEY_PREVIOUS).toBe(before);
  });

  test("is refused where the file in DATA_DIR holds something else, and made there where there is none", async () => {
    const DATA_DIR = await Deno.makeTempDir({ prefix: "recado-secret-" });
    const { secret } = await readSecret({ DATA_DIR });
    expect(readEnv({ SECRET_KEY: secret }).SECRET_KEY).toBe(secret);
    expect(await readSecret({ DATA_DIR })).toEqual({ secret });
    await Deno.writeTextFile(`${DATA_DIR}/secret`, "curto");
    await expect(readSecret({ DATA_DIR })).rejects.toThrow(/32 random bytes/);
    await Deno.remove(DATA_DIR, { recursive: true });
  });
});
