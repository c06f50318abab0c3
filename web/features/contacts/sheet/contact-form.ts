import type { z } from "zod";
import { ContactForm, Wallet } from "../../../../api/features/contacts/contract.ts";

/** What the sheet of a contact asks for. */
export const Form = ContactForm.extend({ wallet: Wallet.nullable() });
export type Values = z.input<typeof Form>;
export type Checked = z.output<typeof Form>;
