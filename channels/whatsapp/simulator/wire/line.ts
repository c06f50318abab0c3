// One client's connection: the WebSocket, the handshake, then nodes both ways.
import type { Buffer } from "node:buffer";
import type { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import type { KeyPair } from "../bytes/curve.ts";
import { frame, Frames } from "./frames.ts";
import { decodeNode } from "../nodes/decode.ts";
import { encodeNode } from "../nodes/encode.ts";
import type { Node } from "../nodes/node.ts";
import type { ServerSocket } from "./websocket.ts";
import { Handshake, type Transport } from "./noise.ts";

export interface LineOwner {
  /** The handshake ended: `client` is the key the client proved to hold. */
  opened(line: Line, client: Buffer, payload: proto.ClientPayload): void;
  received(line: Line, stanza: Node): Promise<void>;
  closed(line: Line): void;
}

export class Line {
  readonly #frames = new Frames();
  readonly #handshake: Handshake;
  #saidHello = false;
  #transport?: Transport;
  /** Stanzas are handled one after another, in order of arrival. */
  #queue: Promise<unknown> = Promise.resolve();
  #frozen = false;
  /** Why the server let go of the client, when it broke the protocol. */
  complaint?: string;

  constructor(readonly socket: ServerSocket, readonly owner: LineOwner, own: KeyPair, chain: Uint8Array) {
    this.#handshake = new Handshake(own, chain);
    socket.onbytes = (bytes) => this.#message(bytes);
    socket.onclose = () => this.owner.closed(this);
  }

  get routing(): Buffer | undefined {
    return this.#frames.routing;
  }
  /** Neither reads nor writes any more and stays connected: how a dead network looks. */
  freeze(): void {
    this.#frozen = true;
    this.socket.freeze();
  }
  send(stanza: Node): void {
    if (this.#transport) this.#write(this.#transport.toClient.seal(encodeNode(stanza)));
  }
  /** `plain` as one frame that is sealed well, whatever it holds. */
  sendPlain(plain: Uint8Array): void {
    if (this.#transport) this.#write(this.#transport.toClient.seal(plain));
  }
  /** A frame that nobody can open. Uses up no counter. */
  sendUnreadable(bytes: Uint8Array): void {
    this.#write(bytes);
  }
  close(): void {
    this.socket.close();
  }
  /** Breaks off without a word, as a network does. */
  drop(): void {
    this.socket.destroy();
  }
  /** Resolves when everything received so far is handled. */
  settled(): Promise<unknown> {
    return this.#queue;
  }

  #write(payload: Uint8Array): void {
    this.socket.send(frame(payload));
  }

  #message(bytes: Buffer): void {
    try {
      for (const payload of this.#frames.push(bytes)) this.#payload(payload);
    } catch (error) {
      this.complaint = error instanceof Error ? error.message : String(error);
      this.close();
    }
  }

  #payload(payload: Buffer): void {
    if (this.#transport) {
      const stanza = decodeNode(this.#transport.fromClient.open(payload));
      this.#queue = this.#queue.then(() => this.#frozen ? undefined : this.owner.received(this, stanza));
    } else if (this.#saidHello) {
      const { client, payload: who, transport } = this.#handshake.finish(payload);
      this.#transport = transport;
      this.owner.opened(this, client, who);
    } else {
      this.#saidHello = true;
      this.#write(this.#handshake.hello(payload));
    }
  }
}
