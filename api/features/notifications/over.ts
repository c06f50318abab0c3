// The job that tells devices of ended sessions to delete what they keep: a push reaches them with the app closed.
import { overPayload } from "./push/payload.ts";
import { PushServiceBusy } from "./push/dispatch.ts";
import { sendPush } from "./push/push-service.ts";
import { languages } from "./push/words.ts";
import type { Surroundings } from "./ring.ts";
import type { OverData } from "./tasks.ts";

/** As long as a push service keeps anything: the device may be off for weeks. */
const TTL_S = 28 * 24 * 3600;

export async function work(
  _companyId: number,
  { devices }: OverData,
  { now, send = sendPush }: Surroundings = { now: () => new Date() },
): Promise<void> {
  const results = await Promise.all(devices.map(({ sessionId, language, ...device }) => {
    const payload = overPayload(languages.find((one) => one === language) ?? "pt", sessionId, now());
    return send(device, payload, { ttl: TTL_S, urgency: "normal", topic: sessionId.replaceAll("-", "") });
  }));
  // Told twice a device does nothing the second time.
  if (results.includes("later")) throw new PushServiceBusy();
}
