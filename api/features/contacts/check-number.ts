// Whether a number can be written to. Asked only when a person asks: mass checks get numbers banned
// (docs/product/contacts.md#number-check).
import type { Identity } from "../../../channels/sdk/mod.ts";
import { withTenant } from "../../../db/tenant.ts";
import { ask } from "../connections/actions/ask.ts";
import { must, Refusal, refuse } from "../../contract/errors.ts";
import { NUMBER_CHECK_TTL_S, NUMBER_CHECKS_PER_MINUTE } from "../../contract/limits.ts";
import { numberOf } from "../../core/manifests.ts";
import type { ChannelPort } from "../../core/parts.ts";

interface Checked {
  identities: Identity[] | null;
  checkedAt: Date;
}
/** What of a provider's refusals a person should read as it is; the rest is a failed check. */
const SAID = new Set(["ERR_PROVIDER_UNREACHABLE", "ERR_WAPP_NOT_INITIALIZED", "ERR_WAPP_RESTRICTED"]);

/**
 * Looks among what the provider said before (30 days; a day when nobody was there), then asks it, at most twenty times a minute
 * over one connection. `number` is canonical.
 */
export async function checkNumber(
  companyId: number,
  number: string,
  connectionId: number | undefined,
  channels: ChannelPort,
) {
  const line = await lineOf(companyId, connectionId);
  if (!channels.plugins.get(line.channel)?.manifest.abilities.numberCheck) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
  const known = await remembered(companyId, line.channel, number);
  const { identities, checkedAt } = known ?? await askProvider(companyId, line, number);
  const phone = identities ? numberOf(identities) : undefined;
  return {
    existsInWhatsapp: identities !== null,
    number,
    numberFormatted: phone?.address ?? phone?.value ?? number,
    checkedAt,
  };
}

interface AskedLine {
  id: number;
  channel: string;
  status: string;
}
/** The connection that is to be asked, the default one if none is named. Refuses ERR_NO_WAPP_FOUND. */
export async function lineOf(companyId: number, connectionId: number | undefined): Promise<AskedLine> {
  return await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<AskedLine[]>`
      select id, channel, status from app.connections where company_id = ${companyId} and deleted_at is null
        and case when ${connectionId ?? null}::bigint is null then is_default else id = ${connectionId ?? null} end`;
    return must(row, "ERR_NO_WAPP_FOUND");
  }, { read: true });
}

async function remembered(companyId: number, channel: string, number: string): Promise<Checked | undefined> {
  return await withTenant({ companyId }, async (tx) => {
    const { found, missing } = NUMBER_CHECK_TTL_S;
    const [row] = await tx<Checked[]>`
      select identities, checked_at as "checkedAt" from app.number_checks
      where company_id = ${companyId} and channel = ${channel} and number = ${number}
        and checked_at > now() - make_interval(secs => case when identities is null then ${missing}::float8 else ${found}::float8 end)`;
    return row;
  }, { read: true });
}

async function askProvider(
  companyId: number,
  line: AskedLine,
  number: string,
): Promise<Checked> {
  if (line.status !== "CONNECTED") refuse("ERR_WAPP_NOT_INITIALIZED");
  await countCheck(companyId, line.id);
  const found = await ask({ companyId, connectionId: line.id }, "numbers", { numbers: [number] }).catch((error) => {
    if (!(error instanceof Refusal) || SAID.has(error.code)) throw error;
    return refuse("ERR_WAPP_CHECK_CONTACT");
  });
  const identities = found[number] ?? null;
  return await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<Checked[]>`
      insert into app.number_checks (company_id, channel, number, identities) values (${companyId}, ${line.channel}, ${number}, ${
      identities && JSON.stringify(identities)
    }::text::jsonb)
      on conflict (company_id, channel, number) do update set identities = excluded.identities, checked_at = now()
      returning identities, checked_at as "checkedAt"`;
    return row!;
  });
}

/** Takes one of the minute's checks of a connection, whichever process asks. */
async function countCheck(companyId: number, connectionId: number): Promise<void> {
  await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ checks: number; again: number }[]>`
      insert into app.pace_state as p (company_id, connection_id, checks) values (${companyId}, ${connectionId}, 1)
      on conflict (company_id, connection_id) do update set
        checks = case when p.checks_at < now() - interval '1 minute' then 1 else p.checks + 1 end,
        checks_at = case when p.checks_at < now() - interval '1 minute' then now() else p.checks_at end
      returning checks, ceil(extract(epoch from checks_at + interval '1 minute' - now()))::int as again`;
    if (row!.checks > NUMBER_CHECKS_PER_MINUTE) {
      refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: Math.max(1, row!.again) });
    }
  });
}
