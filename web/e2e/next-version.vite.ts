// The app as its next version would be built, for the proof of updates: a store more in the person's database, another file
// name for every chunk, and a word on the page that tells it from the present one.
import { defineConfig, mergeConfig, type Plugin } from "vite";
import present from "../vite.config.ts";

const SCHEMA = /const VERSION = (\d+);/;
let raised = false;

const next: Plugin = {
  name: "next-version",
  enforce: "pre",
  buildEnd(error) {
    if (!error && !raised) throw new Error("the database's version is not where it was");
  },
  transform(code, id) {
    if (/web[/]core[/]store[/]store\.ts$/.test(id)) {
      raised = SCHEMA.test(code);
      return {
        code: code.replace(SCHEMA, (_, version) => `const VERSION = ${Number(version) + 1};`)
          .replace(
            /function upgrade\(db: Store, from: number\) \{/,
            (head) => `${head}\n  db.createObjectStore("nextVersion");`,
          ),
        map: null,
      };
    }
    // Every file of it is another one than today's.
    if (/web[/](?!e2e).*\.tsx$/.test(id)) return { code: `${code}\nglobalThis.recadoNext = true;`, map: null };
  },
};

export default mergeConfig(defineConfig(present), { plugins: [next] });
