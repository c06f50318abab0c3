// Votes are sealed with the poll's secret, for nobody but those who got the poll.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import { hmac, sealGcm, sha256 } from "../bytes/primitives.ts";

export interface Vote {
  key: proto.IMessageKey;
  secret: Uint8Array;
  /** Addresses of who made the poll and who votes. */
  creator: string;
  voter: string;
  /** Texts of what is chosen. */
  options: string[];
  /** ms */
  at: number;
}

export function sealVote({ key, secret, creator, voter, options, at }: Vote): proto.IMessage {
  const id = key.id ?? "";
  const use = Buffer.concat([Buffer.from(`${id}${creator}${voter}Poll Vote`), Buffer.from([1])]);
  const sealing = hmac(hmac(Buffer.alloc(32), secret), use);
  const encIv = crypto.getRandomValues(new Uint8Array(12));
  const selectedOptions = options.map((option) => sha256(Buffer.from(option)));
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish();
  const encPayload = sealGcm(sealing, encIv, plain, Buffer.from(`${id}\0${voter}`));
  return { pollUpdateMessage: { pollCreationMessageKey: key, vote: { encPayload, encIv }, senderTimestampMs: at } };
}
