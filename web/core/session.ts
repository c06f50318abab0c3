// Signing in and out, and everything that follows: whose store is open, which language is spoken, whether the stream runs.
import { earliestNow, serverNow } from "./clock.ts";
import { getDefaultStore } from "jotai";
import type { Answer } from "../../api/contract/endpoint.ts";
import { nameChanged, type Renamed } from "../../api/contract/renamed.ts";
import { PRESENCE_MS } from "../../api/contract/limits.ts";
import { session } from "../../api/features/session/contract.ts";
import type { Me } from "../../api/features/session/contract.ts";
import { settingChanged } from "../../api/features/settings/contract.ts";
import { emailChanged, sessionEnded, users } from "../../api/features/users/contract.ts";
import { toast } from "../ui/toast.tsx";
import { callApi, onSessionEnd } from "./who/api.ts";
import { looks } from "./who/support-token.ts";
import { type Language, say, speak } from "./words/i18n/i18n.ts";
import { onEvent, startLive, stopLive } from "./live.ts";
import { currentMe, dropMe, isSomebodyElse, ME_KEY, setMe } from "./who/me.ts";
import { isMarked, readIdentity, setMark, writeIdentity } from "./store/identity.ts";
import { isPreference, languageAtom } from "./who/preferences.ts";
import { adoptPreferences, followPreferences } from "./who/own-preferences.ts";
import { loadOutbox, watchOutbox } from "./outbox.ts";
import { queryClient, restoreQueries } from "./answers/query-client.ts";
import { hasUnsent, openStore, storeName, wipeStore } from "./store/store.ts";
import { beginToken, dropToken, readToken, writeToken } from "./who/token.ts";
import { afterLeaving, askForSync, SESSION_CHANNEL, tellLeaving, wipeDatabases, wipeDevice } from "./device/wipe.ts";

const RELOAD_AFTER_MS = 1000;
/** Longest wait for the server at sign-out, ms: later the app tells it at the next contact. */
const TELL_WITHIN_MS = 3000;
const FIRST_PING_MS = 4000;
/** The stream notices at once that the session is over; changes of the person can wait for the first screen. */
const CONFIRM_AFTER_MS = 2000;
/** A device that nobody used for this long is wiped. */
const UNUSED_MS = 30 * 24 * 3600_000;
const USED_KEY = "recado.used";
/** The platform's look, the same for everybody. */
const NOT_PERSONAL = new Set(["recado.brand"]);
/** Keys of what a person keeps on this device through a sign-out; each names its person. */
export const KEPT = "recado.kept.";
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel(SESSION_CHANNEL) : undefined;
let stop: (() => void)[] = [];
/** Aborted when the person leaves this tab: what was asked or begun before finds nobody to go on for. */
let stay = new AbortController();
/** The person for whom the starters run now. */
let runsFor: Me | null = null;
type Start = (me: Me) => (() => void) | void;
const starters = new Set<Start>();
const forgetters = new Set<() => Promise<unknown> | void>();

/**
 * Runs `start` while a person is signed in and the company has paid; its answer is called at the end. Called from `startup.ts` and
 * `later.ts` files; the latter load when a person is signed in already.
 */
export function whileSignedIn(start: Start): void {
  starters.add(start);
  const end = runsFor && start(runsFor);
  if (end) stop.push(end);
}
/** Registers a function that runs when this device forgets its person, with or without a network. */
export function whenForgotten(wipe: () => Promise<unknown> | void): void {
  forgetters.add(wipe);
}

/** False where the company lets no device keep what it shows. */
export const mayKeep = (me: Me): boolean =>
  me.company.companieSettings.find((setting) => setting.key === "deviceStorage")?.value !== "disabled";

/** Opens this person's database; deletes it where the company forbids storing. */
async function openDevice(me: Me, { signal } = stay) {
  const keep = mayKeep(me);
  await openStore(me.companyId, me.id, keep, signal);
  if (!keep) await wipeDatabases();
}

/** Tells the worker who is signed in here. */
const remember = (me: Me) =>
  writeIdentity({
    companyId: me.companyId,
    userId: me.id,
    language: me.language,
    token: readToken() ?? "",
    keep: mayKeep(me),
  });

const isUsed = () => localStorage.setItem(USED_KEY, String(serverNow()));

async function begin(me: Me, { signal } = stay) {
  const [, , over] = await Promise.all([speak(me.language), openDevice(me), isMarked("over")]);
  if (signal.aborted) return;
  if (over) return await forget();
  isUsed();
  void remember(me);
  await restoreQueries();
  if (signal.aborted || me.company.expired || me.factorDue || me.passwordDue) return;
  await loadOutbox();
  if (signal.aborted) return;
  void startLive();
  const ping = () => void callApi(session.presence).catch(() => undefined);
  // The first screen does not wait for this request.
  const first = setTimeout(ping, FIRST_PING_MS);
  const timer = setInterval(() => {
    isUsed();
    ping();
  }, PRESENCE_MS);
  stop = [
    watchOutbox(),
    followPreferences(),
    onEvent(sessionEnded, ended),
    onEvent(emailChanged, toldOfEmail),
    onEvent("reset", () => void reloadMe()),
    onEvent(nameChanged, (change) => isOurs(change) && void reloadMe()),
    onEvent(settingChanged, ({ settings }) => "deviceStorage" in settings && void reloadMe()),
    () => clearTimeout(first),
    () => clearInterval(timer),
    ...[...starters].map((start) => start(me) ?? (() => {})),
  ];
  runsFor = me;
}

/** One's own name and those of one's queues come with the session. */
function isOurs({ of, id }: Renamed): boolean {
  const me = currentMe();
  return of === "user" ? id === me?.id : of === "queue" && me?.queues.some((queue) => queue.id === id) === true;
}

function adoptMe(found: Me) {
  const before = currentMe();
  // A person who sets up a factor stays on that screen until they confirm that they have stored the recovery codes: `nothingIsDue`.
  const staying = before?.factorDue === true && before.id === found.id && before.companyId === found.companyId;
  const me = staying ? { ...found, factorDue: true } : found;
  setMe(me);
  adoptPreferences(me.preferences);
  const campaigns = me.company.companieSettings.find((setting) => setting.key === "campaignsEnabled")?.value;
  if (campaigns === "enabled") localStorage.setItem("cshow", "enabled");
  else localStorage.removeItem("cshow");
}

/** Follows another tab or the worker when it changes the session. */
function followTabs() {
  if (tabs) {
    tabs.onmessage = ({ data }: MessageEvent<"over" | { newcomer: string }>) => {
      const me = currentMe();
      if (data === "over") void leaveTab();
      else if (me && storeName(me.companyId, me.id) !== data.newcomer) void leaveTab(true);
    };
  }
  addEventListener("storage", (event) => {
    if ((event as StorageEvent).key === ME_KEY && isSomebodyElse()) void leaveTab().then(() => location.reload());
  });
}

/** Resumes the session of the last start. Paints from the device; the API confirms it in the background. */
export async function resumeSession(): Promise<void> {
  if (looks) return (await import("./support.ts")).resumeLooking();
  onSessionEnd((ending) => {
    const me = currentMe();
    if (ending === "signed-out") void forget();
    else if (me && !me.company.expired) setMe({ ...me, company: { ...me.company, expired: true } });
  });
  followTabs();
  void tellLeaving();
  addEventListener("online", () => void tellLeaving());
  if (!readToken()) {
    // A browser that was killed may have lost the last seconds of its localStorage; the database has them.
    const who = await readIdentity();
    if (!who?.token || await isMarked("leaving") || await isMarked("over")) return setMe(null);
    beginToken(who.token);
  }
  const used = Number(localStorage.getItem(USED_KEY));
  const known = currentMe();
  if (used > 0 && earliestNow() - used > UNUSED_MS) {
    if (known) await openDevice(known);
    if (!await hasUnsent()) return await leave(true);
  }
  if (known) {
    await begin(known);
    setTimeout(() => void reloadMe(), CONFIRM_AFTER_MS);
    return;
  }
  const { signal } = stay;
  try {
    const me = await callApi(session.me);
    if (signal.aborted) return;
    adoptMe(me);
    await begin(me);
  } catch { /* without a person the login screen shows */ }
}

/** Reads the signed-in person again, after their own or an admin's change. */
export async function reloadMe(): Promise<void> {
  const here = stay;
  try {
    const me = await callApi(session.me);
    if (here.signal.aborted) return;
    if (looks) return setMe(me);
    adoptMe(me);
    await Promise.all([speak(me.language), remember(me).then(() => openDevice(me, here))]);
  } catch { /* a session that is over was announced by the API door */ }
}

/** A person and their first token, as the sign-in calls answer them. */
type SignedIn = Answer<typeof session.login>;

/**
 * Signs in with the answer of `ask`. Throws ApiError when refused. Calls `arrive` in the same turn in which the person is set, so
 * that the next screen is shown at once.
 */
export async function signIn(ask: () => Promise<SignedIn>, arrive: (me: Me) => void): Promise<void> {
  const { token, user } = await afterLeaving(ask);
  await Promise.all([setMark("over", false), takeOver(user)]);
  beginToken(token);
  await Promise.all([speak(user.language), openDevice(user)]);
  adoptMe(user);
  arrive(user);
  await begin(user);
}

/** The person has chosen a password or set up the required second factor: the app starts anew with what is open to them now. */
export function nothingIsDue(done: "factorDue" | "passwordDue", address: string): void {
  const me = currentMe();
  if (me) setMe({ ...me, [done]: false });
  location.assign(address);
}

/** Wipes the data of an earlier person who never signed out, in any tab. */
async function takeOver({ companyId, id }: Me) {
  const name = storeName(companyId, id);
  tabs?.postMessage({ newcomer: name });
  const before = await readIdentity();
  if (!before || storeName(before.companyId, before.userId) === name) return await wipeDatabases(name);
  await wipeDevice(name);
  clearPersonal();
}

/** Signs out: wipes this person's data at once, and tells the server now or, without a network, at the next contact. */
export async function logout(): Promise<void> {
  await (looks ? forget() : leave());
}

async function leave(unused = false) {
  await setMark("leaving", true);
  await forget();
  if (unused) clearKept();
  await Promise.race([tellLeaving(), new Promise((resolve) => setTimeout(resolve, TELL_WITHIN_MS))]);
  void askForSync();
}

/** Removes the person from this tab. `newcomer`: the stored data is, or is about to be, another person's. */
async function leaveTab(newcomer = isSomebodyElse()) {
  stay.abort();
  stay = new AbortController();
  stop.forEach((end) => end());
  stop = [];
  runsFor = null;
  stopLive();
  if (newcomer) {
    dropToken();
    dropMe();
  } else {
    writeToken(null);
    setMe(null);
    void writeIdentity(null);
  }
  queryClient.clear();
  await Promise.allSettled([...forgetters].map((wipe) => wipe()));
  await wipeStore();
}

/** Forgets the person on this device, in all tabs. Device preferences stay. */
export async function forget(): Promise<void> {
  if (looks) return (await import("./support.ts")).stopLooking();
  tabs?.postMessage("over");
  await leaveTab();
  await wipeDevice();
  clearPersonal();
}

const isKept = (key: string) => key.startsWith(KEPT);
function clearPersonal() {
  const stays = (key: string) => isPreference(key) || NOT_PERSONAL.has(key) || isKept(key);
  const personal = Object.keys(localStorage).filter((key) => !stays(key));
  personal.forEach((key) => localStorage.removeItem(key));
  sessionStorage.clear();
}
/** Removes what persons keep through a sign-out, from a device that nobody used for long. */
function clearKept() {
  Object.keys(localStorage).filter(isKept).forEach((key) => localStorage.removeItem(key));
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

/** Called when the person's e-mail for sign-in was changed on another device, or by an admin. */
function toldOfEmail({ sessionId }: { sessionId: string | null }) {
  if (sessionId !== currentMe()?.sessionId) toast.info(say("session.email"), { time: 10_000 });
  void reloadMe();
}

function ended(payload: { sessionId: string; reason: "elsewhere" | "ended" | "password" }) {
  const me = currentMe();
  if (!me || payload.sessionId !== me.sessionId) return;
  if (payload.reason !== "ended") toast.error(say(`session.${payload.reason}`));
  setTimeout(async () => {
    await forget();
    location.reload();
  }, RELOAD_AFTER_MS);
}
