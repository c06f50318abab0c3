// A vote on a poll, in words. It is sealed with the poll's own secret, for nobody but those who got the poll, and names options by digest.
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { decryptPollVote, jidNormalizedUser, type proto, type WAMessage } from "@whiskeysockets/baileys";
import { payloadOf } from "../wire/payload.ts";
import { addressOf } from "../people/jids.ts";
import type { Peer } from "../../sdk/mod.ts";
import type { Line } from "../wire/line.ts";
import { idOf, type Said, text, unwrap } from "./content.ts";

/** What was chosen, as an answer to the poll; an empty choice takes the vote back. Null where it is no vote, or cannot be opened. */
export async function voteOf(
  line: Line,
  { key, message }: WAMessage,
  peer: () => Promise<Peer>,
): Promise<Said | null> {
  const { vote, pollCreationMessageKey: target } = unwrap(message ?? {}).inner.pollUpdateMessage ?? {};
  const quotedId = idOf(target?.id);
  if (!vote || !quotedId) return null;
  const poll = await payloadOf(line.host, await peer(), quotedId);
  const made = unwrap(poll?.message ?? {}).inner;
  const secret = poll?.message?.messageContextInfo?.messageSecret ?? made.messageContextInfo?.messageSecret;
  if (!poll || !secret?.length) return null;
  const me = [line.me().pn, line.me().lid];
  const author = key.participant ? [key.participant, key.participantAlt] : [key.remoteJid, key.remoteJidAlt];
  const voters = people(key.fromMe ? me : author);
  const creators = people([...author, ...me, poll.key?.participant, poll.key?.remoteJid]);
  const chosen = opened(vote, quotedId, secret, creators, voters);
  if (!chosen) return null;
  const options = optionsOf(made).filter((option) => chosen.has(digest(option)));
  const title = options.length ? `☑ ${options.map(text).join(", ")}` : "☐";
  return { content: { type: "choice", title, payload: "" }, quotedId };
}

function opened(
  vote: proto.Message.IPollEncValue,
  pollMsgId: string,
  pollEncKey: Uint8Array,
  creators: string[],
  voters: string[],
): Set<string> | null {
  for (const voterJid of voters) {
    for (const pollCreatorJid of creators) {
      try {
        const { selectedOptions } = decryptPollVote(vote, { pollCreatorJid, pollMsgId, pollEncKey, voterJid });
        return new Set((selectedOptions ?? []).map((one) => Buffer.from(one).toString("hex")));
      } catch {
        // Sealed under another of their two addresses.
      }
    }
  }
  return null;
}
const digest = (option: string) => createHash("sha256").update(option).digest("hex");
function optionsOf(message: proto.IMessage): string[] {
  const { pollCreationMessage: a, pollCreationMessageV2: b, pollCreationMessageV3: c, pollCreationMessageV5: d } =
    message;
  return ((a ?? b ?? c ?? d)?.options ?? []).map(({ optionName }) => optionName ?? "");
}
function people(jids: readonly (string | null | undefined)[]): string[] {
  const known = jids.filter((jid) => jid && ["lid", "phone"].includes(addressOf(jid).kind));
  return [...new Set(known.map((jid) => jidNormalizedUser(jid!)))];
}
