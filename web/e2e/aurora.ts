// The company of `npm run seed`, for scripts that want many kinds of records at once.
import { SECRET, type World } from "../../api/proofs/harness.ts";
import { hashPassword } from "../../api/core/secrets/password.ts";
import { seal, setSecret } from "../../api/core/secrets/seal.ts";
import { DEMO_PASSWORD, seedDemo } from "../../db/seed.ts";

/** Its first admin. */
export const HELENA = { email: "helena@aurora.local", password: DEMO_PASSWORD };

/** Makes it in the database of a product under proof. */
export async function seedAurora(world: World): Promise<void> {
  setSecret(SECRET);
  const sealSettings = (settings: Record<string, unknown>, place: string) =>
    seal(new TextEncoder().encode(JSON.stringify(settings)), place);
  await seedDemo(world.url, { hashPassword, seal: sealSettings, say: () => {} });
}
