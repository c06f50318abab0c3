// The step `house` of `npm run check`: prints each machinery folder's rooms and arrows, and fails on a circle, an arrow upward or a
// folder that is too wide.
import process from "node:process";
import { readHouse, roomsOf } from "./gate/house.ts";
import { MACHINERY, wrongs } from "./gate/house-rules.ts";

const house = await readHouse();
for (const folder of MACHINERY) {
  const { names, arrows } = roomsOf(house, folder);
  const sum = [...arrows.values()].reduce((n, to) => n + to.size, 0);
  console.log(`  ${folder.padEnd(18)} ${String(names.length).padStart(3)} rooms, ${String(sum).padStart(3)} arrows`);
}
const found = wrongs(house);
for (const wrong of found) console.error(`  ${wrong}`);
process.exit(found.length ? 1 : 0);
