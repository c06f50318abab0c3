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
/** A slow network does not hold anybody back who leaves; what was not told is told later. */
const TELL_WITHIN_MS = 3000;
const FIRST_PING_MS = 4000;
/** The stream finds out at once when the session is over; what changed in the person can wait for the first screen. */
const CONFIRM_AFTER_MS = 2000;
/** A device nobody used for that long keeps nothing. */
const UNUSED_MS = 30 * 24 * 3600_000;
const USED_KEY = "recado.used";
/** The look of the platform, the same for everybody who comes. */
const NOT_PERSONAL = new Set(["recado.brand"]);
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel(SESSION_CHANNEL) : undefined;
let stop: (() => void)[] = [];
/** For whom the starters run now. */
let runsFor: Me | null = null;
type Start = (me: Me) => (() => void) | void;
const starters = new Set<Start>();
const forgetters = new Set<() => Promise<unknown> | void>();

/**
 * Runs something while somebody is signed in and paid up; what `start` answers ends it. Called from `startup.ts` and `later.ts`
 * files; these come when somebody is signed in already.
 */
export function whileSignedIn(start: Start): void {
  starters.add(start);
  const end = runsFor && start(runsFor);
  if (end) stop.push(end);
}
/** Runs when the person of this device is forgotten: what they saw is wiped, with or without a network. */
export function whenForgotten(wipe: () => Promise<unknown> | void): void {
  forgetters.add(wipe);
}

/** False where the company lets no device keep what it shows. */
const mayKeep = (me: Me) =>
  me.company.companieSettings.find((setting) => setting.key === "deviceStorage")?.value !== "disabled";

/** Opens what the device keeps for this person; where nothing may be kept, what is there goes. */
async function openDevice(me: Me) {
  const keep = mayKeep(me);
  await openStore(me.companyId, me.id, keep);
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

async function begin(me: Me) {
  const [, , over] = await Promise.all([speak(me.language), openDevice(me), isMarked("over")]);
  if (over) return await forget();
  isUsed();
  void remember(me);
  await restoreQueries();
  if (me.company.expired || me.factorDue) return;
  await loadOutbox();
  void startLive();
  const ping = () => void callApi(session.presence).catch(() => undefined);
  // Not among the requests that the first screen waits for.
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
  // Whoever sets up a factor stays where they do that until they say that they have kept its recovery codes: `factorsAreSetUp`.
  const staying = before?.factorDue === true && before.id === found.id && before.companyId === found.companyId;
  const me = staying ? { ...found, factorDue: true } : found;
  setMe(me);
  adoptPreferences(me.preferences);
  const campaigns = me.company.companieSettings.find((setting) => setting.key === "campaignsEnabled")?.value;
  if (campaigns === "enabled") localStorage.setItem("cshow", "enabled");
  else localStorage.removeItem("cshow");
}

/** What another tab or the worker does with the session, this tab does too. */
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
    if (!await hasUnsent()) return await leave();
  }
  if (known) {
    await begin(known);
    setTimeout(() => void reloadMe(), CONFIRM_AFTER_MS);
    return;
  }
  try {
    const me = await callApi(session.me);
    adoptMe(me);
    await begin(me);
  } catch { /* without a person the login screen shows */ }
}

/** Reads the signed-in person again, after their own or an admin's change. */
export async function reloadMe(): Promise<void> {
  try {
    const me = await callApi(session.me);
    adoptMe(me);
    await Promise.all([speak(me.language), remember(me).then(() => openDevice(me))]);
  } catch { /* a session that is over was announced by the API door */ }
}

/** A person and their first token, as the sign-in calls answer them. */
type SignedIn = Answer<typeof session.login>;

/**
 * Signs in by what `ask` answers. Throws ApiError when refused. `arrive` is called in the same breath in which the person is known,
 * so that the next screen is shown at once.
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

/** The second factor that was due is there: the app begins anew, now that it is open. */
export function factorsAreSetUp(address: string): void {
  const me = currentMe();
  if (me) setMe({ ...me, factorDue: false });
  location.assign(address);
}

/** Wipes what an earlier person left who never signed out, in any tab. */
async function takeOver({ companyId, id }: Me) {
  const name = storeName(companyId, id);
  tabs?.postMessage({ newcomer: name });
  const before = await readIdentity();
  if (!before || storeName(before.companyId, before.userId) === name) return await wipeDatabases(name);
  await wipeDevice(name);
  clearPersonal();
}

/** Signs out: wipes what this person saw at once, and tells the server now or, without a network, at the next contact. */
export async function logout(): Promise<void> {
  await leave();
}

async function leave() {
  await setMark("leaving", true);
  await forget();
  await Promise.race([tellLeaving(), new Promise((resolve) => setTimeout(resolve, TELL_WITHIN_MS))]);
  void askForSync();
}

/** This tab shows nothing of the person any more. `newcomer`: what is stored is, or is about to be, somebody else's. */
async function leaveTab(newcomer = isSomebodyElse()) {
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
  }
  queryClient.clear();
  await Promise.allSettled([...forgetters].map((wipe) => wipe()));
  await wipeStore();
}

/** Forgets the person on this device, in all tabs. Device preferences stay. */
export async function forget(): Promise<void> {
  tabs?.postMessage("over");
  await leaveTab();
  await wipeDevice();
  clearPersonal();
}

function clearPersonal() {
  const personal = Object.keys(localStorage).filter((key) => !isPreference(key) && !NOT_PERSONAL.has(key));
  personal.forEach((key) => localStorage.removeItem(key));
  sessionStorage.clear();
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

/** The address one signs in with was changed on another device, or by an admin. */
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
