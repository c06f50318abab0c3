// An Instagram account's webhook entries → events. Meta forbids storing what people send there, so files keep their address only.
import { messengerReader } from "../meta/messenger/inbound.ts";

export const inbound = messengerReader({ channel: "instagram", identity: "igsid", keepMedia: false });
