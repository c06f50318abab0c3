// Who signs in to the bundled PostgreSQL. Passwords come from the installation's secret, so that every process of it knows them.
import { createHmac } from "node:crypto";

/** Owns the product's database, and may do nothing with the server itself. */
export const OWNER = "recado";
/** Made with the cluster: it makes the owner and the database, and is not asked for again. */
export const SUPERUSER = "postgres";

/** The password of one of the two. The owner's has been this one since it was the superuser itself. */
export function passwordOf(login: typeof OWNER | typeof SUPERUSER, secret: string): string {
  const purpose = login === OWNER ? "embedded-postgres" : "embedded-postgres:superuser";
  return createHmac("sha256", secret).update(purpose).digest("hex");
}
