// Voice notes of recorders that know no Ogg: they reach the channel as voice notes, which puts them into the right container.
import { beforeAll, expect, test } from "vitest";
import { manifest as whatsapp } from "../../../channels/whatsapp/manifest.ts";
import { withTenant } from "../../../db/tenant.ts";
import { storeUpload } from "../../core/media/media.ts";
import { someone, testApp } from "../../core/testing/api.ts";
import { carriedAs } from "./carried-as.ts";

beforeAll(() => testApp());
const matroska = (type: string) =>
  new Uint8Array([
    0x1a,
    0x45,
    0xdf,
    0xa3,
    0x80 + 3 + type.length,
    0x42,
    0x82,
    0x80 + type.length,
    ...new TextEncoder().encode(type),
  ]);
const mp4 = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode("ftypiso5\0\0\0\0iso5isom")]);

test.each([["webm", matroska("webm")], ["matroska", matroska("matroska")], ["mp4", mp4]])(
  "%s: a voice note where it is said to be one, a film otherwise",
  async (container, bytes) => {
    const { companyId } = await someone();
    const keep = (kind?: "voice") =>
      withTenant({ companyId }, (tx) => storeUpload(tx, new File([bytes], `voice-1.${container}`), { kind }));
    const voice = await keep("voice");
    expect(voice).toMatchObject({ kind: "voice", mimeType: `audio/${container}` });
    expect(carriedAs(whatsapp.media, voice)).toBe("voice");
    expect(await keep()).toMatchObject({ kind: "video", mimeType: `video/${container}` });
  },
);
