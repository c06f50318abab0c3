// The login of a channel's own provider: a popup with a redirect, because providers' scripts would break the content policy. The
// popup ends on `/{channel}/callback`, which tells what its address brings (`answer.ts`).
import { type ChannelInfo, channelLogin } from "../../../../api/features/connections/contract.ts";
import { callApi } from "../../../core/who/api.ts";
import { answerTo, giveUp, LoginStopped } from "./answer.ts";

/** Opens the login and connects what the person allowed. Answers how many accounts were connected. */
export async function connectByLogin({ path, include, answer }: NonNullable<ChannelInfo["login"]>): Promise<number> {
  // Opened before anything is awaited: browsers only allow a popup right at the click.
  const popup = open("about:blank", "_blank", "popup,width=680,height=760");
  if (!popup) throw new LoginStopped("blocked");
  const state = crypto.randomUUID();
  const answered = answerTo(state);
  answered.catch(() => undefined);
  const { address, connect } = channelLogin(path);
  const query = Object.fromEntries(Object.keys(include).map((name) => [name, "true"]));
  try {
    popup.location.href = (await callApi(address, { query: { ...query, state } })).url;
  } catch (error) {
    giveUp();
    popup.close();
    throw error;
  }
  const values = await answered;
  const body: Record<string, unknown> = { ...include };
  for (const [field, names] of Object.entries(answer)) {
    const name = names.find((one) => values[one]);
    if (name) body[field] = values[name];
  }
  return (await callApi(connect, { body })).length;
}
