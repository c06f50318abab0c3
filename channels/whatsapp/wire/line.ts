// One linked device while it is connected: what the parts of the plugin share. A new socket is a new line; names and groups outlive it.
import type { GroupMetadata, WASocket } from "@whiskeysockets/baileys";
import type { Host, Identity, Peer } from "../../sdk/mod.ts";

/** Who is behind WhatsApp's addresses. A person has a number (PN) and a hidden id (LID); either may be known alone. */
export interface Names {
  /** All identities known of an address, the hidden id first. `alt` is its other form where a stanza tells it. */
  identitiesOf(jid: string, alt?: string | null): Promise<Identity[]>;
  /** The person or group of a conversation, with the name the event told. */
  peerOf(jid: string, alt?: string | null, name?: string | null): Promise<Peer>;
  /** A hidden id and a number are one person: kept, and told to the host once. */
  pair(lid: string, pn: string): Promise<void>;
}
/** Groups as WhatsApp describes them, kept so that sending asks for no participants. */
export interface Groups {
  /** From memory, else asked for once; undefined when it cannot be had. */
  of(jid: string): Promise<GroupMetadata | undefined>;
  /** From memory only. */
  known(jid: string): GroupMetadata | undefined;
  forget(jid: string): void;
}
export interface Line {
  readonly host: Host;
  readonly socket: WASocket;
  readonly names: Names;
  readonly groups: Groups;
  /** The account's own addresses, without device. */
  me(): { pn: string; lid: string | undefined };
}
