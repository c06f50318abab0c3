// Statuses of our messages and notices about the account → events. Pure.
import { z } from "zod";
import type { InboundEvent, NoticeEvent, StatusEvent } from "../sdk/mod.ts";
import { detailOf, verdicts } from "../meta/errors.ts";
import { odd, Time } from "../meta/tolerant.ts";
import { explainWhatsapp } from "./errors.ts";

const Trouble = z.object({
  code: z.coerce.number(),
  title: odd(z.string()),
  message: odd(z.string()),
  error_data: odd(z.object({ details: odd(z.string()) })),
});
const Status = z.object({
  id: z.string().min(1),
  status: z.string(),
  timestamp: Time,
  biz_opaque_callback_data: odd(z.string().min(1)),
  errors: odd(z.array(Trouble)),
});
const acks: Record<string, StatusEvent["ack"]> = { sent: 1, delivered: 2, read: 3, played: 4 };

function failureOf(trouble: z.infer<typeof Trouble> | undefined): NonNullable<StatusEvent["error"]> {
  const code = trouble?.code ?? 0;
  const reason = (trouble && explainWhatsapp(code)?.reason) ?? verdicts.refused.reason;
  return {
    reason,
    detail: detailOf(code, undefined, trouble?.error_data?.details ?? trouble?.title ?? trouble?.message),
  };
}

/** The status event of a message. Statuses that Meta may add later (such as `deleted`) give no event. */
export function statusOf(raw: unknown): InboundEvent[] {
  const { id: externalId, status, timestamp: at, biz_opaque_callback_data: key, errors } = Status.parse(raw);
  const base = { kind: "status" as const, at, externalId, ...(key ? { key } : {}) };
  if (status === "failed") return [{ ...base, error: failureOf(errors?.[0]) }];
  const ack = acks[status];
  return ack ? [{ ...base, ack }] : [];
}

const Template = z.object({ event: odd(z.string()), message_template_name: odd(z.string()), reason: odd(z.string()) });

/** A notice for admins: a reviewed template in words, anything else as it came. `at` is 0 where Meta gives no time. */
export function noticeOf(what: string, value: unknown, at = 0): NoticeEvent {
  const { event, message_template_name: name, reason } = Template.safeParse(value).data ?? {};
  const detail = name ? [name, event, reason].filter(Boolean).join(" · ") : JSON.stringify(value).slice(0, 1000);
  return { kind: "notice", at, what, detail };
}
