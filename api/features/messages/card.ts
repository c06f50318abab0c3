// The job behind a link: its card is made once per company and put on the message. The picture is ours, re-checked by its content.
import { takeRoom } from "../../core/media/disk.ts";
import { keepBytes } from "../../core/media/media.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { announceMessage, audienceOfTicket } from "./actions/tell.ts";
import { askPage } from "./links/fetch.ts";

/** What a message carries of its link: `data.card`. */
interface Card {
  url: string;
  title: string;
  description: string;
  site: string;
  picture: { url: string; width: number; height: number } | null;
}
/** A card is asked for again after this. */
const GOOD_FOR = "7 days";

/** `ask` reaches the page; without it nothing inside is reached. */
export async function work(
  companyId: number,
  { messageId, url }: { messageId: number; url: string },
  ask?: typeof fetch,
): Promise<void> {
  const known = await withTenant({ companyId }, (tx) => kept(tx, url), { read: true });
  const card = known === undefined ? await make(companyId, url, ask) : known;
  if (!card) return;
  await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ ticketId: number }[]>`
      update app.messages set data = coalesce(data, '{}') || ${
      JSON.stringify({ card })
    }::text::jsonb, card_media_id = ${fileOf(card)}
      where company_id = ${companyId} and id = ${messageId} and not is_private and not is_deleted and position(${
      shortOf(url)
    } in body) > 0
      returning ticket_id as "ticketId"`;
    if (row) await announceMessage(tx, messageId, await audienceOfTicket(tx, row.ticketId), "update");
  });
}
/** The file of a card's picture. */
const fileOf = (card: Card) => card.picture?.url.split("/").pop() ?? null;
/** Part of an address that also stands in a text that wrote it without `https`. The text may have been edited since. */
const shortOf = (url: string) => new URL(url).hostname;

/** The kept card, null for a page that has none; undefined where it is not known, or long ago. */
async function kept(tx: Tx, url: string): Promise<Card | null | undefined> {
  const [row] = await tx<{ card: Card | null }[]>`
    select card from app.link_cards where company_id = ${tx.companyId} and url = ${url} and fetched_at > now() - ${GOOD_FOR}::text::interval`;
  return row?.card;
}

async function make(companyId: number, url: string, ask?: typeof fetch): Promise<Card | null> {
  const found = await askPage(url, ask);
  return await withTenant({ companyId }, async (tx) => {
    // Without room there is a card without its picture.
    const picture = found?.picture && await takeRoom(tx, found.picture.length)
      ? await keepBytes(tx, found.picture, { fileName: "card" })
      : null;
    const card: Card | null = found && {
      url,
      title: found.title,
      description: found.description,
      site: found.site || new URL(url).hostname.replace(/^www\./, ""),
      picture: picture && { url: `/media/${picture.id}`, width: picture.width ?? 0, height: picture.height ?? 0 },
    };
    await tx`
      insert into app.link_cards (url, card, picture_media_id)
      values (${url}, ${card ? JSON.stringify(card) : null}::text::jsonb, ${picture?.id ?? null})
      on conflict (company_id, url) do update set card = excluded.card, picture_media_id = excluded.picture_media_id, fetched_at = now()`;
    return card;
  });
}
