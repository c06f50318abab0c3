// Whose customer a contact is (setting DirectTicketsToWallets; docs/product/contacts.md#account-manager).
import { refuse } from "../../contract/errors.ts";
import { can } from "../../contract/permissions.ts";
import type { Me } from "../../core/access/auth.ts";
import type { Tx } from "../../../db/tenant.ts";
import { queueExists, userExists } from "../tickets/queries.ts";
import type { Wallet } from "./contract.ts";

/** Writes whose customer the contact is; null: nobody's. Refuses ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND. */
export async function setWallet(tx: Tx, me: Me, contactId: number, wallet: Wallet | null): Promise<void> {
  if (!can(me, "contacts-page:wallet")) refuse("ERR_NO_PERMISSION");
  if (wallet && !await userExists(tx, wallet.userId)) refuse("ERR_NO_USER_FOUND");
  if (wallet && !await queueExists(tx, wallet.queueId)) refuse("ERR_NO_QUEUE_FOUND");
  await tx`delete from app.contact_wallets where company_id = ${tx.companyId} and contact_id = ${contactId}`;
  if (!wallet) return;
  await tx`
    insert into app.contact_wallets (company_id, contact_id, user_id, queue_id)
    values (${tx.companyId}, ${contactId}, ${wallet.userId}, ${wallet.queueId})
    on conflict (company_id, contact_id) do update set user_id = excluded.user_id, queue_id = excluded.queue_id`;
}
