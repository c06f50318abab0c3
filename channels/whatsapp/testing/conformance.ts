// The simulated service as the conformance suite drives every channel. Its phone scans each QR a connection shows.
import { proto } from "@whiskeysockets/baileys";
import type { MemoryHost } from "../../sdk/memory-host.ts";
import type { MediaKind } from "../../sdk/mod.ts";
import type { Accepted, CustomerMessage, Fault, Simulator as Conforming } from "../../sdk/simulator.ts";
import { Simulator } from "../simulator/simulator.ts";
import { until } from "./life.ts";
import { recording } from "./opus.ts";

const PN = "5511999990105";
const ANA = "5511988880105";
const KINDS: readonly [keyof proto.IMessage, Accepted["kind"]][] = [
  ["imageMessage", "image"],
  ["videoMessage", "video"],
  ["stickerMessage", "sticker"],
  ["documentMessage", "document"],
  ["locationMessage", "location"],
  ["contactMessage", "contacts"],
  ["contactsArrayMessage", "contacts"],
];

export class WhatsAppForConformance implements Conforming {
  readonly #simulator = new Simulator();
  readonly #plainFetch = globalThis.fetch;
  readonly #hosts: MemoryHost[] = [];
  #note: Uint8Array<ArrayBuffer> | undefined;
  /** How often the first host must have caught up before the next test may begin. */
  #awaited = 0;
  #trusting: Deno.HttpClient | undefined;
  readonly config = {};
  readonly faults = ["dead", "drop", "delay"] as const;
  readonly says = ["text", "image", "audio", "voice", "video", "document", "sticker"] as const;

  async start(): Promise<void> {
    await this.#simulator.start();
    this.#simulator.person({ pn: PN, name: "Loja", business: "Loja" });
    this.#simulator.person({ pn: ANA, name: "Ana" });
    const client = this.#trusting = Deno.createHttpClient({ caCerts: [this.#simulator.mediaAuthority] });
    this.#note = await (await recording("ogg", 1)).bytes();
    // Files go over HTTPS to this computer, whose authority only this process believes.
    globalThis.fetch = (input: RequestInfo | URL, init?: RequestInit) =>
      this.#plainFetch(input, { ...init, client } as RequestInit);
  }
  async stop(): Promise<void> {
    await this.#simulator.stop();
    globalThis.fetch = this.#plainFetch;
    this.#trusting?.close();
  }
  /** A voice note that is none goes as a sound. */
  sample(kind: MediaKind): Uint8Array<ArrayBuffer> | undefined {
    return kind === "voice" ? this.#note : undefined;
  }
  get env() {
    return { WHATSAPP_SOCKET_URL: this.#simulator.socketUrl, WHATSAPP_ROOT_KEY: this.#simulator.rootKey.toHex() };
  }
  get peer() {
    const { lid } = this.#simulator.person({ pn: ANA });
    return { identities: [{ kind: "lid" as const, value: lid }, { kind: "phone" as const, value: ANA }] };
  }
  open(): number {
    return this.#simulator.hub.sockets(PN).now + this.#simulator.hub.unlinked.size;
  }

  watch(host: MemoryHost): void {
    this.#hosts.push(host);
    const tell = host.status.bind(host);
    host.status = async (status, detail) => {
      await tell(status, detail);
      // One that was ended meanwhile is not linked; the suite then misses its connection.
      if (detail?.qrcode) void this.#simulator.scan({ pn: PN, qr: detail.qrcode }).catch(() => {});
    };
  }
  accepted(): Promise<Accepted[]> {
    return Promise.resolve(
      this.#simulator.state({ account: PN }).accepted.map(({ id, message }) => this.#read(id, message ?? {})),
    );
  }
  #read(externalId: string, wrapped: proto.IMessage): Accepted {
    const message = wrapped.documentWithCaptionMessage?.message ?? wrapped;
    const { extendedTextMessage: extended, audioMessage: audio } = message;
    const found = audio
      ? [audio, audio.ptt ? "voice" : "audio"] as const
      : KINDS.flatMap(([field, kind]) => message[field] ? [[message[field], kind] as const] : [])[0];
    const part = (found?.[0] ?? extended ?? {}) as { caption?: string | null; contextInfo?: proto.IContextInfo | null };
    const kind = found?.[1] ?? "text";
    const bytes = ["text", "location", "contacts"].includes(kind)
      ? undefined
      : new Uint8Array(this.#simulator.file({ id: externalId }).bytes);
    return {
      externalId,
      kind,
      text: found ? part.caption ?? undefined : extended?.text ?? message.conversation ?? undefined,
      bytes,
      quotedId: part.contextInfo?.stanzaId ?? undefined,
    };
  }

  async fault(fault: Fault | null): Promise<void> {
    this.#simulator.fault({
      account: PN,
      ...(fault?.type === "dead" ? { dropAtSend: "before" as const } : {}),
      ...(fault?.type === "drop" ? { dropAtSend: "after" as const } : {}),
      ...(fault?.type === "delay" ? { ackDelayMs: fault.ms } : {}),
    });
    const caught = () => this.#hosts[0]?.caught.length ?? 0;
    // Both end the line at the next message.
    if (fault?.type === "dead" || fault?.type === "drop") this.#awaited = caught() + 1;
    else await until(() => caught() >= this.#awaited, "the line to be back");
  }
  async say({ id, text, media, at }: CustomerMessage): Promise<void> {
    const content = media
      ? { kind: media.kind as MediaKind, bytes: media.bytes, mimeType: media.mimeType, fileName: media.fileName }
      : { kind: "text" as const, text: text ?? "" };
    await this.#simulator.say({ account: PN, from: ANA, id, at, content });
  }
}
