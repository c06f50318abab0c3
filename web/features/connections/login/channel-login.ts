// The login of a channel's own provider: a popup with a redirect, because providers' scripts would break the content policy. The
// popup ends on `/{channel}/callback`, which hands what its address brings to the window that opened it.
import { type ChannelInfo, channelLogin } from "../../../../api/features/connections/contract.ts";
import { callApi } from "../../../core/who/api.ts";

/** What the callback page tells its opener: the values of its address. */
export interface LoginAnswer {
  kind: "recado.login";
  values: Record<string, string>;
}
/** The person closed the window, or the browser never opened it. */
export class LoginStopped extends Error {
  constructor(readonly why: "blocked" | "closed") {
    super(why);
  }
}
const LOOK_MS = 500;

function waitFor(popup: Window): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const done = () => {
      removeEventListener("message", heard);
      clearInterval(timer);
    };
    const heard = ({ origin, data }: MessageEvent<LoginAnswer>) => {
      if (origin !== location.origin || data?.kind !== "recado.login") return;
      done();
      resolve(data.values);
    };
    const timer = setInterval(() => {
      if (!popup.closed) return;
      done();
      reject(new LoginStopped("closed"));
    }, LOOK_MS);
    addEventListener("message", heard);
  });
}

/** Opens the login and connects what the person allowed. Answers how many accounts were connected. */
export async function connectByLogin({ path, include, answer }: NonNullable<ChannelInfo["login"]>): Promise<number> {
  // Opened before anything is awaited: browsers only allow a popup right at the click.
  const popup = open("about:blank", "recado-login", "popup,width=680,height=760");
  if (!popup) throw new LoginStopped("blocked");
  try {
    const { address, connect } = channelLogin(path);
    const query = Object.fromEntries(Object.keys(include).map((name) => [name, "true"]));
    const { url } = await callApi(address, { query });
    popup.location.href = url;
    const values = await waitFor(popup);
    const body: Record<string, unknown> = { ...include };
    for (const [field, names] of Object.entries(answer)) {
      const name = names.find((one) => values[one]);
      if (name) body[field] = values[name];
    }
    return (await callApi(connect, { body })).length;
  } finally {
    popup.close();
  }
}
