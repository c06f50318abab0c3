// Signing in and out, and everything that follows: whose store is open, which language is spoken, whether the stream runs.
import { getDefaultStore } from "jotai";
import { PRESENCE_MS } from "../../api/contract/limits.ts";
import { session } from "../../api/features/session/contract.ts";
import type { Me } from "../../api/features/session/contract.ts";
import { sessionEnded, users } from "../../api/features/users/contract.ts";
import { toast } from "../ui/toast.tsx";
import { callApi, onSessionEnd } from "./api.ts";
import { type Language, say, speak } from "./i18n/i18n.ts";
import { onEvent, startLive, stopLive } from "./live.ts";
import { currentMe, setMe } from "./me.ts";
import { languageAtom } from "./preferences.ts";
import { loadOutbox, watchOutbox } from "./outbox.ts";
import { queryClient, restoreQueries } from "./query-client.ts";
import { openStore, wipeStore } from "./store.ts";
import { readToken, writeToken } from "./token.ts";

const RELOAD_AFTER_MS = 1000;
const FIRST_PING_MS = 4000;
/** The stream finds out at once when the session is over; what changed in the person can wait for the first screen. */
const CONFIRM_AFTER_MS = 2000;
let stop: (() => void)[] = [];

async function begin(me: Me) {
  await Promise.all([speak(me.language), openStore(me.companyId, me.id)]);
  await restoreQueries();
  if (me.company.expired) return;
  await loadOutbox();
  void startLive();
  const ping = () => void callApi(session.presence).catch(() => undefined);
  // Not among the requests that the first screen waits for.
  const first = setTimeout(ping, FIRST_PING_MS);
  const timer = setInterval(ping, PRESENCE_MS);
  stop = [
    watchOutbox(),
    onEvent(sessionEnded, ended),
    onEvent("reset", () => void reloadMe()),
    () => clearTimeout(first),
    () => clearInterval(timer),
  ];
}

function take(me: Me) {
  setMe(me);
  const campaigns = me.company.companieSettings.find((setting) => setting.key === "campaignsEnabled")?.value;
  if (campaigns === "enabled") localStorage.setItem("cshow", "enabled");
  else localStorage.removeItem("cshow");
}

/** Resumes the session of the last start. Paints from the device; the API confirms it in the background. */
export async function resumeSession(): Promise<void> {
  onSessionEnd((ending) => {
    const me = currentMe();
    if (ending === "signed-out") void forget();
    else if (me && !me.company.expired) setMe({ ...me, company: { ...me.company, expired: true } });
  });
  if (!readToken()) return setMe(null);
  const known = currentMe();
  if (known) {
    await begin(known);
    setTimeout(() => void reloadMe(), CONFIRM_AFTER_MS);
    return;
  }
  try {
    const me = await callApi(session.me);
    take(me);
    await begin(me);
  } catch { /* without a person the login screen shows */ }
}

/** Reads the signed-in person again, after their own or an admin's change. */
export async function reloadMe(): Promise<void> {
  try {
    const me = await callApi(session.me);
    take(me);
    await speak(me.language);
  } catch { /* a session that is over was announced by the API door */ }
}

/**
 * Signs in. Throws ApiError when refused. `arrive` is called in the same breath in which the person is known, so that the
 * next screen is shown at once.
 */
export async function login(email: string, password: string, arrive: (me: Me) => void): Promise<void> {
  const { token, user } = await callApi(session.login, { body: { email, password } });
  writeToken(token);
  await Promise.all([speak(user.language), openStore(user.companyId, user.id)]);
  take(user);
  arrive(user);
  await begin(user);
}

/** Signs out here and at the server, and wipes what this person saw. */
export async function logout(): Promise<void> {
  await callApi(session.logout).catch(() => undefined);
  await forget();
}

/** Forgets the person on this device. Device preferences stay. */
export async function forget(): Promise<void> {
  stop.forEach((end) => end());
  stop = [];
  stopLive();
  writeToken(null);
  localStorage.removeItem("cshow");
  setMe(null);
  queryClient.clear();
  await wipeStore();
}

/** Speaks a language from now on, on this device and, for a signed-in person, on all of them. */
export async function chooseLanguage(language: Language): Promise<void> {
  getDefaultStore().set(languageAtom, language);
  await speak(language);
  const me = currentMe();
  if (!me) return;
  setMe({ ...me, language });
  await callApi(users.update, { params: { id: me.id }, body: { language } }).catch(() => undefined);
}

function ended(payload: { sessionId: string; reason: "elsewhere" | "ended" }) {
  const me = currentMe();
  if (!me || payload.sessionId !== me.sessionId) return;
  if (payload.reason === "elsewhere") toast.error(say("session.elsewhere"));
  setTimeout(async () => {
    await forget();
    location.reload();
  }, RELOAD_AFTER_MS);
}
