// The service worker as a page sees it: loaded, followed while it installs, and whether it or the next one is of another build than
// this page. It looks at what is there and does not trust that every event was heard: another tab, or the browser itself, may
// have begun before this page listened.
import { ownScript } from "../../core/app-files/own-scripts.ts";

const SCRIPT = "/sw.js";
/** Asks a worker whether files are of its build (`worker/files.ts`). */
const OWN = "recado.own";
const ANSWER_WITHIN_MS = 3000;

export interface WorkerNews {
  /** A worker came further: `newerHere` may answer something else now. */
  moved(): void;
  /** A version could not be loaded whole. The browser throws it away and does not try again by itself. */
  failed(): void;
  /** Another worker serves this page from now on. */
  taken(): void;
}

let news: WorkerNews | undefined;
let served = false;
/** Another worker took the place of the one that served this page. */
let replaced = false;
const followed = new WeakSet<object>();
const ofThisBuild = new WeakMap<ServiceWorker, boolean>();

/** Whether this page keeps a service worker at all; from now on its steps are told. */
export function followWorker(to: WorkerNews): boolean {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return false;
  news = to;
  served = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The first one of a page that none served yet is mostly its own.
    replaced ||= served;
    served = true;
    news?.taken();
  });
  return true;
}

function follow(worker: ServiceWorker | null) {
  if (!worker || followed.has(worker)) return;
  followed.add(worker);
  let whole = false;
  worker.addEventListener("statechange", () => {
    if (worker.state === "redundant" && !whole) news?.failed();
    whole = true;
    news?.moved();
  });
}

function followAll(registration: ServiceWorkerRegistration) {
  follow(registration.installing);
  if (followed.has(registration)) return;
  followed.add(registration);
  registration.addEventListener("updatefound", () => follow(registration.installing));
}

/** What is registered now. One whose first worker could not be installed is gone, and another tab may have made a new one. */
async function present(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration) followAll(registration);
  return registration;
}

/** Loads the worker that the server has, if it is another one than here. Throws when the server cannot be asked. */
export async function loadWorker(): Promise<void> {
  const registration = await present();
  if (registration) return void await registration.update();
  const { Workbox } = await import("workbox-window");
  const made = await new Workbox(ownScript(SCRIPT)).register({ immediate: true });
  if (made) followAll(made);
}

/**
 * A page that was loaded before there was a worker may get one of a later build: it is its first, and yet another version.
 * Undefined when the worker does not answer in time.
 */
async function servedByOther(): Promise<boolean | undefined> {
  const worker = navigator.serviceWorker.controller;
  if (!worker) return false;
  const files = [...document.scripts].map(({ src }) => src && new URL(src).pathname).filter((path) =>
    path.startsWith("/assets/")
  );
  const { messageSW } = await import("workbox-window");
  const answer = ofThisBuild.get(worker) ?? await Promise.race([
    messageSW(worker, { type: OWN, files }).then((data) => data === true),
    new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS)),
  ]);
  if (answer === undefined) return undefined;
  ofThisBuild.set(worker, answer);
  return !answer;
}

/**
 * True when this device has a newer version than this page: it waits for its turn, or has it already. Undefined when nobody can
 * tell yet: the worker is busy, and has to be asked again.
 */
export async function newerHere(): Promise<boolean | undefined> {
  const registration = await present();
  // The very first one is never held back: it passes through this state.
  return Boolean(registration?.active && registration.waiting) || replaced || await servedByOther();
}

/** The newer version that waits, if it does. */
export const waitingWorker = async (): Promise<ServiceWorker | undefined> => (await present())?.waiting ?? undefined;

/** True while a version is being loaded. */
export const isLoading = async (): Promise<boolean> => Boolean((await present())?.installing);

/** The worker at work gives up its turn to send: the next one could not begin before. */
export async function restWorker(): Promise<void> {
  (await present())?.active?.postMessage({ type: "recado.rest" });
}
