// The login with Facebook: a popup with a redirect, because Facebook's own script would break the content policy. The popup
// ends on /facebook/callback, which hands the token to the window that opened it.
import { connections } from "../../../../api/features/connections/contract.ts";
import { callApi } from "../../../core/who/api.ts";

/** What the callback page tells its opener. */
export interface MetaToken {
  kind: "recado.meta";
  facebookUserId: string;
  facebookUserToken: string;
}
/** The person closed the window, or the browser never opened it. */
export class LoginStopped extends Error {
  constructor(readonly why: "blocked" | "closed") {
    super(why);
  }
}
const LOOK_MS = 500;

function waitFor(popup: Window): Promise<MetaToken> {
  return new Promise((resolve, reject) => {
    const done = () => {
      removeEventListener("message", heard);
      clearInterval(timer);
    };
    const heard = ({ origin, data }: MessageEvent<MetaToken>) => {
      if (origin !== location.origin || data?.kind !== "recado.meta") return;
      done();
      resolve(data);
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
export async function connectMeta(addInstagram: boolean): Promise<number> {
  // Opened before anything is awaited: browsers only allow a popup right at the click.
  const popup = open("about:blank", "recado-meta", "popup,width=680,height=760");
  if (!popup) throw new LoginStopped("blocked");
  try {
    const query = addInstagram ? { addInstagram: "true" } : {};
    const { url } = await callApi(connections.facebookLogin, { query });
    popup.location.href = url;
    const { facebookUserId, facebookUserToken } = await waitFor(popup);
    const made = await callApi(connections.facebook, { body: { facebookUserId, facebookUserToken, addInstagram } });
    return made.length;
  } finally {
    popup.close();
  }
}
