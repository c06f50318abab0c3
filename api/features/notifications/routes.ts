import { must, refuse } from "../../contract/errors.ts";
import { emit, only } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { allow } from "../../core/access/rate-limit.ts";
import { type Api, route } from "../../core/http/route.ts";
import { vapidKeys } from "../../core/secrets/vapid.ts";
import { withTenant } from "../../../db/tenant.ts";
import { readCompany } from "./company.ts";
import { notifications as calls, notificationsChanged } from "./contract.ts";
import * as devices from "./push/devices.ts";
import { dispatch } from "./push/dispatch.ts";
import { testPayload } from "./push/payload.ts";
import { usable } from "./push/push-service.ts";
import * as rules from "./rules.ts";
import { languageOf } from "./push/words.ts";

const TESTS_PER_MINUTE = 6;

/** Mounts the calls of notifications. */
export function notifications(api: Api, _parts: Parts): void {
  route(api, calls.rules, async ({ tx, me }) => {
    const [own, company, { publicKey }] = await Promise.all([rules.read(tx, me.id), readCompany(tx), vapidKeys()]);
    return { ...own, publicKey, companyHidesText: company.hidesText };
  });

  route(api, calls.changeRules, async ({ tx, me, body }) => {
    await rules.lock(tx, me.id);
    const next = { ...await rules.read(tx, me.id), ...body };
    await rules.write(tx, me.id, next);
    const written = await rules.read(tx, me.id);
    emit(tx, notificationsChanged, only(me.id), { action: "update", rules: written });
    return written;
  });

  route(api, calls.devices, ({ tx, me }) => devices.ofUser(tx, me.id, me.sessionId));

  route(api, calls.addDevice, ({ tx, me, body }) => {
    const subscription = must(usable({ endpoint: body.endpoint, ...body.keys }), "ERR_PUSH_ADDRESS_REFUSED");
    return devices.storeDevice(tx, { userId: me.id, sessionId: me.sessionId }, subscription, body.name);
  });

  route(api, calls.removeDevice, async ({ tx, me, params }) => {
    if (!await devices.remove(tx, me.id, params.id)) refuse("ERR_NO_DEVICE_FOUND");
    return { ok: true as const };
  });

  route(api, calls.test, async ({ me }) => {
    if (!allow(`push-test:${me.companyId}:${me.id}`, TESTS_PER_MINUTE)) {
      refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 10 });
    }
    const pushes = await withTenant(me, async (tx) => {
      const [targets, badge, people] = await Promise.all([
        devices.targets(tx, [me.id], 0),
        rules.badges(tx, [me.id]),
        rules.candidates(tx, [me.id]),
      ]);
      const payload = testPayload(languageOf(people[0]?.language ?? ""), badge.get(me.id) ?? 0, new Date());
      return targets.map((device) => ({ device, payload }));
    }, { read: true });
    const counts = await dispatch(me.companyId, pushes, { kind: "test", manner: { ttl: 60, urgency: "high" } });
    return { reached: counts.sent, failed: pushes.length - counts.sent };
  });
}
