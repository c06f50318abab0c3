// The job behind a contact's picture: fetched by the server, kept small, shown by us. Its provider learns of no reader
// (docs/product/contacts.md#pictures).
import { emit, everybody } from "../../../core/live/emit.ts";
import { inspect, keepBytes } from "../../../core/media/media.ts";
import { dropUnheld } from "../../../core/media/orphans.ts";
import { smallOf } from "../../../core/media/preview.ts";
import { pictureAt } from "../../../core/media/picture-at.ts";
import { withTenant } from "../../../../db/tenant.ts";
import { announceTicketsOf } from "../../tickets/actions/announce.ts";
import { contactChanged } from "../contract.ts";
import { byId } from "../queries.ts";

export async function work(companyId: number, { contactId, url }: { contactId: number; url: string }): Promise<void> {
  const found = await pictureAt(url);
  const small = found && await smallOf(found, await inspect(found, { fileName: "picture" }));
  if (!small) return;
  await withTenant({ companyId }, async (tx) => {
    const [old] = await tx<{ id: string | null }[]>`
      select picture_media_id as id from app.contacts
      where company_id = ${companyId} and id = ${contactId} and picture_url = ${url} for update`;
    // It is gone, or has another picture by now.
    if (!old) return;
    const { id } = await keepBytes(tx, small, { fileName: "picture" });
    await tx`
      update app.contacts set picture_media_id = ${id}, updated_at = now() where company_id = ${companyId} and id = ${contactId}`;
    if (old.id) await dropUnheld(tx, [old.id]);
    const contact = await byId(tx, contactId);
    if (contact) emit(tx, contactChanged, everybody, { action: "update", contact });
    await announceTicketsOf(tx, contactId);
  });
}
