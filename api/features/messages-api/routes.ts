import { v7 as uuidv7 } from "uuid";
import { must, refuse } from "../../contract/errors.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { phone } from "../../../channels/sdk/phone.ts";
import { checkNumber } from "../contacts/actions.ts";
import { ApiMessageForm, messagesApi as calls } from "./contract.ts";
import * as queries from "./queries.ts";
import { sendForProgram } from "./send.ts";

/** How many of the last messages of programs an admin sees. */
const RECENT = 20;
/** And how many of their last calls. */
const CALLS = 50;

/** Mounts the calls of programs, and what an admin sees of them. */
export function messagesApi(api: Api, { channels }: Parts): void {
  route(api, calls.send, async ({ line, body, files, key }) => {
    const sent = await sendForProgram({ line, form: body, files, key: `api:${line.id}:${key ?? uuidv7()}` });
    return { status: "SUCCESS" as const, id: sent.messageId, ticketId: sent.ticketId };
  });

  route(api, calls.linkImage, async ({ line, body: { number, url, caption }, key }) => {
    const form = ApiMessageForm.parse({ number, body: caption, linkImage: url, closeTicket: true });
    const sent = await sendForProgram({ line, form, files: [], key: `api:${line.id}:${key ?? uuidv7()}` });
    return { status: "SUCCESS" as const, id: sent.messageId, ticketId: sent.ticketId };
  });

  route(
    api,
    calls.status,
    async ({ tx, line, params }) => must(await queries.fateOf(tx, line.id, params.id), "ERR_NO_MESSAGE_FOUND"),
  );

  route(
    api,
    calls.checkNumber,
    ({ line, body }) => checkNumber(line.companyId, phone(body.number).value, line.id, channels),
  );

  route(api, calls.recent, async ({ tx, query }) => {
    if (!await queries.lineExists(tx, query.whatsappId)) refuse("ERR_NO_WAPP_FOUND");
    return await queries.recent(tx, query.whatsappId, RECENT);
  });

  route(api, calls.calls, async ({ tx, query }) => {
    if (!await queries.lineExists(tx, query.whatsappId)) refuse("ERR_NO_WAPP_FOUND");
    return await queries.callsOver(tx, query.whatsappId, CALLS, query.refused ?? false);
  });
}
