// Forms that were on their way into a process that died: nobody will ask for them.
import { atDeath } from "../processes/at-death.ts";
import { dropTemporary } from "./temporary.ts";

export const forms = atDeath("forms on their way", async (_tx, { ids }) => {
  for (const id of ids) await dropTemporary(id);
});
