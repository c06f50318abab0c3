// First the host has it, then WhatsApp is told so. Baileys confirms a message as soon as it is decrypted and hands it over later: up to
// twenty seconds later at a first login, and after a whole backlog. What a process that dies in between was given, nobody sends again.
// Decryption is what Baileys waits for: the message is taken there, and before the keys that opened it move on. A process that dies
// after it stored is given the message again, can open it again, and the host knows it.
import {
  type BinaryNode,
  cleanMessage,
  decodeMessageNode,
  proto,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";

/** What was given cannot be stored any more by this process: it may not be confirmed either. */
export class NotStored extends Error {}

const transactions = new WeakMap<SignalRepositoryWithLIDStore, SignalKeyStoreWithTransaction>();
/** Says whose transactions a repository uses, where they are not the socket's own. Returns the repository. */
export function withTransactionsOf(
  keys: SignalKeyStoreWithTransaction,
  repository: SignalRepositoryWithLIDStore,
): SignalRepositoryWithLIDStore {
  transactions.set(repository, keys);
  return repository;
}

/**
 * `take` resolves when the message is stored; the confirmation waits for it. Where it throws NotStored, Baileys asks for the message
 * again; of anything else it throws Baileys hears nothing.
 */
export function takeBeforeReceipt(
  { ws, signalRepository: signal, authState }: Pick<WASocket, "ws" | "signalRepository" | "authState">,
  take: (message: WAMessage) => Promise<void>,
): void {
  /** Which stanza sealed bytes came in: decryption is given the very same object. */
  const stanzas = new WeakMap<Uint8Array, BinaryNode>();
  ws.on("CB:message", (stanza: BinaryNode) => {
    for (const { tag, content } of Array.isArray(stanza.content) ? stanza.content : []) {
      if (tag === "enc" && content instanceof Uint8Array) stanzas.set(content, stanza);
    }
  });
  const opened = async (sealed: Uint8Array, plain: Uint8Array) => {
    const stanza = stanzas.get(sealed);
    try {
      const { me } = authState.creds;
      if (stanza && me) await take(messageIn(stanza, plain, me.id, me.lid ?? ""));
    } catch (error) {
      if (error instanceof NotStored) throw error;
      // It comes once more as an event, and is read there.
    }
    return plain;
  };
  const { decryptMessage, decryptGroupMessage } = signal;
  const keys = transactions.get(signal) ?? authState.keys;
  // The same locks as inside: the transaction there becomes a part of this one.
  signal.decryptMessage = (given) =>
    keys.transaction(async () => await opened(given.ciphertext, await decryptMessage(given)), given.jid);
  signal.decryptGroupMessage = (given) =>
    keys.transaction(async () => await opened(given.msg, await decryptGroupMessage(given)), given.group);
}

function messageIn(stanza: BinaryNode, plain: Uint8Array, meId: string, meLid: string): WAMessage {
  const { fullMessage } = decodeMessageNode(stanza, meId, meLid) as { fullMessage: WAMessage };
  const content = proto.Message.decode(unpadRandomMax16(plain));
  fullMessage.message = content.deviceSentMessage?.message ?? content;
  fullMessage.verifiedBizName = verifiedName(stanza);
  cleanMessage(fullMessage, meId, meLid);
  return fullMessage;
}
function verifiedName({ content }: BinaryNode): string | undefined {
  const found = Array.isArray(content) ? content.find(({ tag }) => tag === "verified_name")?.content : undefined;
  if (!(found instanceof Uint8Array)) return;
  const { details } = proto.VerifiedNameCertificate.decode(found);
  return details ? proto.VerifiedNameCertificate.Details.decode(details).verifiedName ?? undefined : undefined;
}
