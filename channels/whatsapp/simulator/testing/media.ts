// The client's side of media.test.ts, in a process of its own that trusts the media host. Prints what it saw as JSON.
import { type AnyMessageContent, downloadMediaMessage, type WAMessage } from "@whiskeysockets/baileys";
import type { Inputs } from "../commands.ts";
import { hushSignal } from "../quiet.ts";
import { Client } from "./client.ts";

const CONTROL = Deno.env.get("CONTROL") ?? "";
const PN = "5511999990030";
const ANA = "5511988880030";
const ANA_JID = `${ANA}@s.whatsapp.net`;
hushSignal();

async function control(name: string, input: unknown) {
  const response = await fetch(`${CONTROL}/${name}`, { method: "POST", body: JSON.stringify(input) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
const { socket: socketUrl } = await (await fetch(`${CONTROL}/addresses`)).json();
await control("person", { pn: PN, name: "Loja", business: "Loja" });
await control("person", { pn: ANA, name: "Ana", picture: btoa("jpeg") });
const client = new Client({
  socketUrl,
  scan: (input) => control("scan", input),
  settled: (input) => control("settled", input),
});
await client.link(PN);

const bytes = (count: number) => Buffer.from(Array.from({ length: count }, (_, index) => (index * 7) & 255));
const base64 = (of: Uint8Array) => Buffer.from(of).toString("base64");
const result: Record<string, unknown> = {};

async function download(id: string): Promise<Buffer> {
  const { message } = await client.upsert(id);
  const upload = { logger: client.socket.logger, reuploadRequest: (one: WAMessage) => Promise.resolve(one) };
  return await downloadMediaMessage(message, "buffer", {}, upload) as Buffer;
}

async function bothWays(name: string, file: Buffer, sent: AnyMessageContent, said: Inputs["say"]["content"]) {
  const seen: Record<string, unknown> = { up: false, down: false };
  try {
    const message = await client.socket.sendMessage(ANA_JID, sent);
    const found = await received(message!.key.id!);
    Object.assign(seen, { up: found.bytes === base64(file), mimeType: found.mimeType, fileName: found.fileName });
  } catch {
    // Stays false.
  }
  try {
    const { id } = await control("say", { account: PN, from: ANA, content: said });
    seen.down = (await download(id)).equals(file);
  } catch {
    // Stays false.
  }
  result[name] = seen;
}
async function received(id: string) {
  for (let tries = 0;; tries++) {
    try {
      return await control("file", { id });
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
/** What the control port takes: bytes as base64. */
const file = (of: Buffer, mimeType: string) => ({ bytes: base64(of), mimeType });

const small = bytes(5000);
const large = bytes(6 * 1024 * 1024);
const opus = "audio/ogg; codecs=opus";
await bothWays("image", small, { image: small, jpegThumbnail: "" }, { kind: "image", ...file(small, "image/jpeg") });
if ((result.image as { up: boolean }).up) {
  await bothWays("video", small, { video: small, jpegThumbnail: "" }, { kind: "video", ...file(small, "video/mp4") });
  const voice = { audio: small, ptt: true, mimetype: opus, seconds: 3, waveform: new Uint8Array(64) };
  await bothWays("voice", small, voice, { kind: "voice", ...file(small, opus) });
  await bothWays("sticker", small, { sticker: small }, { kind: "sticker", ...file(small, "image/webp") });
  const pdf = { mimetype: "application/pdf", fileName: "nota.pdf" };
  await bothWays("document", small, { document: small, ...pdf }, {
    kind: "document",
    ...file(small, "application/pdf"),
    fileName: "nota.pdf",
  });
  const zip = { mimetype: "application/zip", fileName: "6mb.zip" };
  await bothWays("large", large, { document: large, ...zip }, {
    kind: "document",
    ...file(large, "application/zip"),
    fileName: "6mb.zip",
  });
  await control("fault", { failUploads: 500 });
  result.failedUpload = await client.socket.sendMessage(ANA_JID, { image: bytes(10), jpegThumbnail: "" })
    .then(() => "sent", (error: Error) => error.message);
  await control("fault", { failDownloads: 404 });
  const { id } = await control("say", {
    account: PN,
    from: ANA,
    content: { kind: "image", ...file(small, "image/jpeg") },
  });
  result.expired = await download(id).then(() => 200, (error) => error.output?.statusCode ?? String(error));
  await control("fault", {});
  const picture = await client.socket.profilePictureUrl(ANA_JID, "image");
  result.picture = await (await fetch(picture!)).text();
  result.complaints = (await control("state", { account: PN })).complaints;
}
console.log(JSON.stringify(result));
await client.end();
Deno.exit(0);
