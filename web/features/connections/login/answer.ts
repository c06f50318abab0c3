// How the popup of a provider's login tells what it brought. It has no opener by then, since our pages share no window with other
// sites: all tabs are told, and the one that began this login knows it by its `state`.
export const LOGIN_CHANNEL = "recado.login";
/** What the callback page tells: the values of its address. */
export type LoginAnswer = Record<string, string>;
/** The browser never opened the window, or nothing came of it. */
export class LoginStopped extends Error {
  constructor(readonly why: "blocked" | "over") {
    super(why);
  }
}
/** A window that brings nothing for so long was closed; nobody can see that it was. */
const PATIENCE_MS = 15 * 60_000;

let waiting = new AbortController();

/** Nobody waits for the last login's answer any more. */
export function giveUp(): void {
  waiting.abort();
}

/** What the popup of this login brings. Throws LoginStopped when another login begins, or after a quarter of an hour. */
export function answerTo(state: string): Promise<LoginAnswer> {
  giveUp();
  waiting = new AbortController();
  const over = AbortSignal.any([waiting.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const tabs = new BroadcastChannel(LOGIN_CHANNEL);
  return new Promise<LoginAnswer>((resolve, reject) => {
    tabs.addEventListener("message", ({ data }: MessageEvent<LoginAnswer>) => {
      if (data?.state === state) resolve(data);
    });
    over.addEventListener("abort", () => reject(new LoginStopped("over")));
  }).finally(() => tabs.close());
}
