/// <reference path="./core/vite.d.ts" />
// What features register once: how live events change their lists, who sends their outbox rows. A module of its own, because
// the imports this becomes go before all others of their file.
import.meta.glob("./features/*/startup.ts", { eager: true });
