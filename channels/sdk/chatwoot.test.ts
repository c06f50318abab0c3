import { expect, test } from "vitest";
import { channelOfInbox, personOfContact } from "./chatwoot.ts";

test("an inbox is one of our channels, or none", () => {
  const types = [
    "Whatsapp",
    "FacebookPage",
    "Instagram",
    "WebWidget",
    "Api",
    "Email",
    "Telegram",
    "TwilioSms",
    "",
    "constructor",
  ];
  expect(types.map((type) => channelOfInbox(`Channel::${type}`, ""))).toEqual([
    ...["whatsappapi", "facebook", "instagram", "webchat", "whatsapp", null, null, null, null, null],
  ]);
  expect(channelOfInbox("Channel::TwilioSms", "whatsapp")).toBe("whatsappapi");
});

test("a contact is written to by number, by WhatsApp's own id, or by the account of a page", () => {
  const nobody = { phone: "", identifier: "", inboxes: [] };
  const page = { type: "Channel::FacebookPage", sourceId: "7123456789" };
  expect(personOfContact({ ...nobody, phone: "+5511981000001", inboxes: [page] }).number).toBe("+5511981000001");
  expect(personOfContact({ ...nobody, identifier: "5511981000001@s.whatsapp.net" }).number)
    .toBe("5511981000001@s.whatsapp.net");
  expect(personOfContact({ ...nobody, identifier: "120363000000000000@g.us" }).isGroup).toBe(true);
  expect(personOfContact({ ...nobody, inboxes: [page] })).toEqual({
    ...{ number: "7123456789", channel: "facebook", isGroup: false },
  });
  expect(personOfContact({ ...nobody, identifier: "crm-17", inboxes: [{ type: "Channel::WebWidget", sourceId: "u" }] }))
    .toEqual({ number: "", channel: "", isGroup: false });
});
