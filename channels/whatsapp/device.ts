// One linked device: one socket after the other, never two, until the host ends it, a person has to act, or another process has it.
import { jidNormalizedUser } from "@whiskeysockets/baileys";
import { ChannelError, type Host } from "../sdk/mod.ts";
import { phone } from "../sdk/phone.ts";
import { DeviceAuth, type StorageTrouble } from "./wire/auth-state.ts";
import { Heartbeat, RHYTHM, type Rhythm } from "./life/heartbeat.ts";
import type { Line } from "./wire/line.ts";
import { showCodes, type Wish } from "./life/link.ts";
import { Parts } from "./parts.ts";
import { codeOf, pauseMs, reactionTo } from "./life/reasons.ts";
import { Counters, type End, OpenSocket } from "./wire/socket.ts";
import { askStanding } from "./wire/standing.ts";
import { States } from "./life/states.ts";

export interface Pace extends Rhythm {
  /** An open line of this age has proved itself: pauses begin small again. */
  provenMs: number;
  /** Pause before the one try to take a line back from whoever replaced us. */
  replacedMs: number;
  /** Scales the pauses between tries. */
  pauses: number;
  qrMs?: number;
  /** For how long WhatsApp is waited for when a device is logged out. */
  farewellMs: number;
}
export const PACE: Pace = { ...RHYTHM, provenMs: 60_000, replacedMs: 60_000, pauses: 1, farewellMs: 5_000 };
/** A line replaced again within this time after it was taken back is left to the other one. */
const FEUD_MS = 3_600_000;

/** Storage that does not answer holds up no shutdown: what it was given last is refused or done by then. */
const CLOSE_MS = 5_000;

/** A name nothing else is kept under; a write shows whether the session is still ours. */
const MARK = "owner-mark";

/** How one socket went. */
interface Went {
  end: End;
  linked: boolean;
  openedAt: number | null;
  notOurs: boolean;
  /** Another connection has this account. */
  taken: boolean;
  /** A phone agreed on this socket. */
  agreed: boolean;
  codeShown: boolean;
  /** There is no link, and nobody asked for one. */
  unasked: boolean;
}

export class Device {
  readonly #states: States;
  readonly #parts: Parts;
  readonly #counters = new Counters();
  #run: { stop: AbortController; done: Promise<void> } | null = null;
  #open: { line: Line; socket: OpenSocket } | null = null;
  #current: OpenSocket | null = null;
  #closed: Promise<void> | null = null;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(private host: Host, private pace: Pace = PACE) {
    this.#states = new States(host);
    this.#parts = new Parts(host);
    if (host.signal.aborted) void this.close();
    else host.signal.addEventListener("abort", () => void this.close(), { once: true });
  }

  start(): void {
    this.#begin({}, this.host.asked);
  }

  /** The open line's socket, where there is one. */
  get openSocket(): OpenSocket | null {
    return this.#open?.socket ?? null;
  }

  /** Does something on the open line. Throws ChannelError `not-connected` without one, `unreachable` when it ends meanwhile. */
  async on<T>(work: (line: Line) => Promise<T>, sends = false): Promise<T> {
    const open = this.#open;
    if (!open) throw new ChannelError("not-connected", { reason: "ERR_WAPP_NOT_INITIALIZED", detail: "no open line" });
    const { promise: lost, reject } = Promise.withResolvers<never>();
    const forget = open.socket.onEnding(() =>
      reject(
        new ChannelError("unreachable", {
          reason: "ERR_PROVIDER_UNREACHABLE",
          detail: "the line ended",
          maybeSent: sends,
        }),
      )
    );
    try {
      return await Promise.race([work(open.line), lost]);
    } finally {
      forget();
    }
  }

  /** Ends the link there is, at WhatsApp too where it can be reached, and shows new codes. */
  async link(wish: Wish): Promise<void> {
    await this.#alone(async () => {
      // Only the owner may end a link; the keys of whoever has it now are not ours to set aside.
      if (this.#closed || !await this.#ours()) {
        throw new ChannelError("not-connected", { reason: "ERR_WAPP_NOT_INITIALIZED", detail: "not ours to link" });
      }
      await this.#logOut();
      await this.#stop();
      await this.host.secrets.setAside("linked anew");
      this.#begin(wish, true);
    });
  }
  /** The connection is being deleted. */
  async unlink(): Promise<void> {
    await this.#alone(() => this.#logOut());
  }
  close(): Promise<void> {
    return this.#closed ??= Promise.race([
      this.#stop().then(() => Promise.all([this.#states.close(), this.#parts.stored()])).then(() => {}),
      this.#sleep(CLOSE_MS),
    ]);
  }

  /** One change of the link at a time. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#changing.then(work);
    this.#changing = done.catch(() => {});
    await done;
  }
  #begin(wish: Wish, asked: boolean): void {
    if (this.#closed) return;
    const stop = new AbortController();
    const done = this.#live(wish, asked, stop.signal).catch((error) => {
      this.host.log.error("a line stopped by itself", { error });
      if (!stop.signal.aborted) this.#states.tell("DISCONNECTED", { reason: "lost" });
    });
    this.#run = { stop, done };
  }
  async #stop(): Promise<void> {
    const run = this.#run;
    run?.stop.abort();
    void this.#current?.end(new Error("closed"));
    await run?.done;
  }
  /** Tells WhatsApp that the device is given up, as well as it can be told. */
  async #logOut(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#run?.stop.abort();
    const said = open.socket.socket.logout().catch(() => {});
    await Promise.race([Promise.all([said, open.socket.ended]), this.#sleep(this.pace.farewellMs)]);
  }

  async #live(wish: Wish, asked: boolean, signal: AbortSignal): Promise<void> {
    let attempt = 0;
    let badInARow = 0;
    let takenBackAt = -Infinity;
    const wantedAt = performance.now();
    while (!signal.aborted) {
      const went = await this.#one(wish, asked, signal);
      if (signal.aborted || went.notOurs || went.taken || went.unasked) return;
      const openMs = went.openedAt === null ? 0 : performance.now() - went.openedAt;
      if (openMs > this.pace.provenMs) [attempt, badInARow] = [0, 0];
      const code = codeOf(went.end);
      badInARow = code === 500 ? badInARow + 1 : 0;
      const { linked, codeShown } = went;
      const waitingMs = performance.now() - wantedAt;
      const reaction = reactionTo(code, { linked: linked || went.agreed, badInARow, codeShown, waitingMs });
      this.host.log.info("a line ended", { code, what: reaction.do });
      if (reaction.do === "stop") {
        if (reaction.keys === "aside") await this.#setAside(reaction.reason);
        this.#states.tell("DISCONNECTED", { reason: reaction.reason });
        return;
      }
      if (reaction.do === "ask-owner") {
        if (!await this.#ours()) return;
        this.#states.tell("DISCONNECTED", { reason: "replaced" });
        if (performance.now() - takenBackAt < FEUD_MS) return;
        takenBackAt = performance.now();
        await this.#sleep(this.pace.replacedMs, signal);
        continue;
      }
      if (reaction.pause === "none") attempt = 0;
      this.#states.tell(reaction.status, { reason: reaction.reason });
      await this.#sleep(pauseMs(reaction.pause, attempt, Math.random()) * this.pace.pauses, signal);
      if (reaction.pause !== "none") attempt++;
    }
  }

  /** One socket from its making to its end. Rejects only for the host's storage. */
  async #one(wish: Wish, asked: boolean, signal: AbortSignal): Promise<Went> {
    const went: Went = {
      end: undefined,
      linked: true,
      openedAt: null,
      notOurs: false,
      taken: false,
      agreed: false,
      codeShown: false,
      unasked: false,
    };
    const trouble = (what: StorageTrouble) => {
      if (what === "not-ours") went.notOurs = true;
      void this.#current?.end(new Error("The keys could not be kept."), true);
    };
    let auth: DeviceAuth;
    try {
      auth = await DeviceAuth.open(this.host.secrets, trouble);
      went.linked = auth.linked;
      went.unasked = !auth.linked && !asked;
      if (went.unasked) return went;
      if (auth.linked) went.taken = !await this.host.account(accountOf(auth), accountOf(auth));
    } catch (error) {
      // The database is away: as good as a line that was lost.
      this.host.log.warn("a line could not be begun", { error });
      return went;
    }
    if (signal.aborted) return went;
    this.#states.tell("OPENING");
    const socket = new OpenSocket({
      host: this.host,
      auth,
      counters: this.#counters,
      getMessage: this.#parts.getMessage,
      groupOf: this.#parts.groupOf,
      keepAliveMs: this.pace.keepAliveMs,
      qrMs: this.pace.qrMs,
    });
    this.#current = socket;
    socket.onCredentials(() => auth.changed());
    socket.on(({ isNewLogin, qr }) => {
      if (qr) went.codeShown = true;
      if (!isNewLogin) return;
      went.agreed = true;
      auth.fresh = true;
    });
    const heartbeat = new Heartbeat(this.host, this.#states, socket, this.pace, () => this.#parts.stored());
    if (!auth.linked) showCodes(socket, this.#states, wish, (error) => void socket.end(error));
    else if (went.taken) this.#giveBack(socket);
    else this.#attach(socket, auth, heartbeat, went);
    went.end = await socket.ended;
    if (this.#open?.socket === socket) this.#open = null;
    this.#current = null;
    await auth.close();
    if (went.taken && !signal.aborted) {
      await this.#setAside("account of another connection");
      this.#states.tell("DISCONNECTED", { reason: "ERR_CHANNEL_ALREADY_CONNECTED" });
    }
    return went;
  }

  /** A linked device: its parts listen from the start, and it counts as connected once WhatsApp let it in. */
  #attach(socket: OpenSocket, auth: DeviceAuth, heartbeat: Heartbeat, went: Went): void {
    const line = this.#parts.line(socket.socket, () => ({
      pn: jidNormalizedUser(auth.state.creds.me?.id),
      lid: auth.state.creds.me?.lid ? jidNormalizedUser(auth.state.creds.me.lid) : undefined,
    }));
    socket.on(({ connection }) => {
      if (connection !== "open") return;
      went.openedAt = performance.now();
      this.#open = { line, socket };
      this.#states.tell("CONNECTED");
      const { fresh } = auth;
      if (fresh) void askStanding(line);
      heartbeat.opened(fresh, () => {
        if (fresh && !socket.over) auth.fresh = false;
      });
    });
    socket.onEnding(() => {
      if (this.#open?.socket === socket) this.#open = null;
    });
  }
  /** The account belongs to another connection: the device is unlinked again, and hears nothing. */
  #giveBack(socket: OpenSocket): void {
    socket.on(({ connection }) => {
      if (connection === "open") void socket.socket.logout().catch(() => {});
    });
  }

  async #setAside(why: string): Promise<void> {
    await this.host.secrets.setAside(why).catch((error) =>
      this.host.log.warn("keys could not be set aside", { error })
    );
  }
  async #ours(): Promise<boolean> {
    try {
      await this.host.secrets.set({ [MARK]: new Uint8Array([1]) });
      return true;
    } catch {
      return false;
    }
  }
  async #sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await this.host.clock.sleep(ms, signal).catch(() => {});
  }
}

/** The account as it is claimed: its number in the canonical form. */
function accountOf(auth: DeviceAuth): string {
  return phone(jidNormalizedUser(auth.state.creds.me?.id).split("@")[0] ?? "").value;
}
