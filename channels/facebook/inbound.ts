// A page's webhook entries → events. Messenger lets files be kept.
import { messengerReader } from "../meta/messenger/inbound.ts";

export const inbound = messengerReader({ channel: "facebook", identity: "psid", keepMedia: true });
