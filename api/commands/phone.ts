// `npm run phone`: `npm start` over HTTPS for the phones of the same network. Makes a certificate for the addresses this
// computer has now, serves the few steps a phone needs to trust it, and prints their address as a code to scan.
import process from "node:process";
import { join } from "node:path";
import { renderUnicodeCompact } from "uqr";
import { readEnv } from "../core/env.ts";
import { reach } from "./phone/addresses.ts";
import { certificateFor } from "./phone/certificate.ts";
import { serveSteps } from "./phone/page.ts";

const { PORT, DATA_DIR } = readEnv();
const { names, addresses } = reach();
const host = addresses[0]!;
const address = `https://${host}:${PORT}`;
const steps = `http://${host}:${PORT + 1}`;
const { cert, key, authority } = await certificateFor(join(DATA_DIR, "tls"), names, addresses);
try {
  await serveSteps(PORT + 1, address, authority);
} catch (error) {
  if (!(error instanceof Deno.errors.AddrInUse)) throw error;
  console.error(`Port ${PORT + 1} is in use: stop what uses it, or set PORT to another number.`);
  process.exit(1);
}
for (const [name, value] of Object.entries({ HOST: "0.0.0.0", TLS_CERT: cert, TLS_KEY: key, PUBLIC_URL: address })) {
  Deno.env.set(name, value);
}
if (host === "127.0.0.1") {
  console.log("\n  This computer is in no network that a phone could reach: connect it to the Wi-Fi and start again.");
} else {
  const code = renderUnicodeCompact(steps, { border: 2 }).split("\n").map((line) => `  ${line}`).join("\n");
  console.log(`\n  Point the phone's camera here, or open ${steps}\n\n${code}`);
}
await import("./start.ts");
