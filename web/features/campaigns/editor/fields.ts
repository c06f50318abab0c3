// The fields of the form of a campaign, as it keeps them.
import type { Campaign, CampaignFields } from "../../../../api/features/campaigns/contract.ts";

export const places = [1, 2, 3, 4, 5] as const;
export type Place = typeof places[number];

const two = (value: number) => String(value).padStart(2, "0");
/** What a field for date and time shows of an instant, by the clock of this device. */
export function localOf(at: string | null): string {
  if (at === null) return "";
  const d = new Date(at);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}`;
}
/** The instant that the field says; null where it is empty. */
export function instantAt(local: string): string | null {
  const at = new Date(local);
  return local === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** What the form begins with. */
export function fieldsOf(campaign: Campaign | undefined): CampaignFields {
  const text = (name: "message" | "confirmationMessage", place: Place) => campaign?.[`${name}${place}`] ?? "";
  return {
    name: campaign?.name ?? "",
    message1: text("message", 1),
    message2: text("message", 2),
    message3: text("message", 3),
    message4: text("message", 4),
    message5: text("message", 5),
    confirmationMessage1: text("confirmationMessage", 1),
    confirmationMessage2: text("confirmationMessage", 2),
    confirmationMessage3: text("confirmationMessage", 3),
    confirmationMessage4: text("confirmationMessage", 4),
    confirmationMessage5: text("confirmationMessage", 5),
    confirmation: campaign?.confirmation ?? false,
    scheduledAt: campaign?.scheduledAt ?? null,
    contactListId: campaign?.contactListId ?? null,
    tagListId: campaign?.tagListId ?? null,
    whatsappId: campaign?.whatsappId ?? null,
    whatsappIds: campaign?.whatsapps.map(({ id }) => id) ?? [],
    openTicket: campaign?.openTicket ?? "disabled",
    statusTicket: campaign?.statusTicket ?? "closed",
    userId: campaign?.userId ?? null,
    queueId: campaign?.queueId ?? null,
    skipOpen: campaign?.skipOpen ?? true,
    template: campaign?.template ?? null,
  };
}
