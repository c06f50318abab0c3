// The offer to install the app: what the browser gave us, what the person said, and what of it is on screen.
import { atom, getDefaultStore } from "jotai";
import { currentMe } from "../../core/who/me.ts";
import { isFitting, noted, type Remembered } from "./rule.ts";
import { leadsSomewhere, type Way, wayOf } from "./way.ts";

/** Chromium's event; not in the browsers' common types. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}
type Reason = "accepted" | "day";

const KEY = "recado.install";
const jotai = getDefaultStore();
const media = globalThis.matchMedia?.("(display-mode: standalone), (display-mode: minimal-ui)");
const standalone = () => media?.matches === true || (navigator as { standalone?: boolean }).standalone === true;

/** True in the installed app. */
export const standaloneAtom = atom(standalone());
/** The hint on screen. */
export const hintAtom = atom(false);
/** The steps on screen. */
export const stepsAtom = atom(false);
let offered: InstallPrompt | null = null;

function remembered(): Remembered {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "") as Remembered;
  } catch {
    return { people: {} };
  }
}
const remember = (next: Remembered) => localStorage.setItem(KEY, JSON.stringify(next));

/** How this browser installs the app, now. */
export const wayHere = (): Way =>
  wayOf({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    prompt: offered !== null,
    secure: globalThis.isSecureContext,
  });

/** This device's day, YYYY-MM-DD: the one form of a date that Swedish writes. */
const today = () => new Date().toLocaleDateString("sv");
const personHere = () => {
  const me = currentMe();
  return me ? `${me.companyId}-${me.id}` : null;
};
function look() {
  const person = personHere();
  if (!person) return;
  const fits = isFitting(remembered(), {
    person,
    time: Date.now(),
    day: today(),
    standalone: jotai.get(standaloneAtom),
    possible: leadsSomewhere(wayHere()),
  });
  jotai.set(hintAtom, fits);
}

/** A moment at which somebody may want the app: they took a ticket, or they are here. Shows the hint when it fits. */
export function suggestInstall(reason: Reason): void {
  const person = personHere();
  if (!person) return;
  remember(noted(remembered(), person, today(), reason === "accepted"));
  look();
}

/** "Later": not again for thirty days. */
export function declineInstall(): void {
  remember({ ...remembered(), laterAt: Date.now() });
  jotai.set(hintAtom, false);
}

/** Installs where the browser asks by itself, else shows how. Call it from a press: browsers ask only then. */
export async function openInstall(): Promise<void> {
  const event = offered;
  if (!event) return jotai.set(stepsAtom, true);
  // An offer can be used once; the browser makes another one when it was refused.
  offered = null;
  jotai.set(hintAtom, false);
  const { outcome } = await event.prompt();
  if (outcome === "dismissed") declineInstall();
}

/** Keeps the browser's offer for later instead of letting it interrupt. Called before anything is drawn. */
export function keepOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered = event as InstallPrompt;
    look();
  });
  addEventListener("appinstalled", () => {
    offered = null;
    remember({ ...remembered(), installed: true });
    jotai.set(hintAtom, false);
    jotai.set(stepsAtom, false);
  });
  media?.addEventListener("change", () => jotai.set(standaloneAtom, standalone()));
}
