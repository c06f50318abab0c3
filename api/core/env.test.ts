// What the environment may say of where WhatsApp is.
import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

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
