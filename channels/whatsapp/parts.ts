// How the parts of the plugin come together into a line. What outlives a socket is kept here.
import type { SocketConfig, WASocket } from "@whiskeysockets/baileys";
import type { Host } from "../sdk/mod.ts";
import { GroupBook } from "./people/groups.ts";
import type { Line } from "./wire/line.ts";
import { People } from "./people/names.ts";
import { getMessageOf } from "./wire/payload.ts";
import { allReceived, receiveFrom } from "./inbound/receive.ts";
import { keepUnread } from "./people/unread.ts";

export class Parts {
  #socket: WASocket | undefined;
  readonly #names: People;
  readonly #groups: GroupBook;

  constructor(private host: Host) {
    this.#names = new People(host, () => this.#socket);
    this.#groups = new GroupBook(host, () => this.#socket, this.#names);
  }

  /** A new socket, and everything that listens on it. */
  line(socket: WASocket, me: Line["me"]): Line {
    this.#socket = socket;
    const line = { host: this.host, socket, names: this.#names, groups: this.#groups, me };
    receiveFrom(line);
    keepUnread(line);
    return line;
  }
  /** Resolves when everything that came in so far is stored. */
  stored(): Promise<void> {
    return allReceived(this.host);
  }
  /** An own message as it was sent, for phones that ask for it again. */
  get getMessage(): SocketConfig["getMessage"] {
    return getMessageOf(this.host, this.#names);
  }
  readonly groupOf: SocketConfig["cachedGroupMetadata"] = (jid) => Promise.resolve(this.#groups.known(jid));
}
