// What is right in this house: which way arrows point, how wide a folder may be, and that nothing goes in a circle.
import { circles, fileArrows, foldersWithRooms, forbidden, type House, roomsOf, type Row, wide } from "./house.ts";

/**
 * Who may import whom. Arrows point down: `commands` and the files at the root of `api/` are above `api/channels`, which is above
 * the lists of the pipeline and of tickets' effects, which are above the features; core is below all of them and knows no feature.
 */
export const ROWS: readonly Row[] = [
  { from: /^db\//, may: /^(db\/|api\/core\/secrets\/password\.ts)/ },
  { from: /^api\/contract\//, may: /^api\/contract\// },
  { from: /^api\/features\/[\w-]+\/contract\.ts$/, may: /^api\/(contract\/|features\/[\w-]+\/contract\.ts)/ },
  // A feature's doors are its contract and its verbs: `actions.ts`, or the files of `actions/` where there are many. What a ticket
  // is, who sees it and what follows a change of it, many features read.
  {
    from: /^api\/features\/([\w-]+)\//,
    may:
      /^(api\/(core|contract|features\/$1)\/|api\/(version|inbound)\.ts|db\/|channels\/sdk\/(mod|phone|whaticket|chatwoot)\.ts|api\/features\/([\w-]+\/(contract|actions|actions\/[\w-]+)|tickets\/(visibility|counters|queries|effects))\.ts)/,
  },
  { from: /^api\/core\//, may: /^(api\/(contract|core)\/|db\/|channels\/sdk\/mod\.ts|api\/version\.ts)/ },
  {
    from: /^api\/(inbound|pipeline|ticket-effects)\.ts$/,
    may: /^(api\/features\/|api\/inbound\.ts|db\/|channels\/sdk\/)/,
  },
  {
    from: /^api\/channels\//,
    may: /^(api\/(core|contract|features|channels)\/|api\/(version|inbound|pipeline)\.ts|db\/|channels\/sdk\/)/,
  },
  { from: /^api\//, may: /^(api|db|channels\/sdk|channels\/meta)\// },
  { from: /^channels\/sdk\//, may: /^channels\/sdk\// },
  {
    from: /^channels\/(facebook|instagram|whatsappapi)\//,
    may: /^channels\/(sdk|meta|facebook|instagram|whatsappapi)\//,
  },
  { from: /^channels\/([\w-]+)\//, may: /^channels\/(sdk|$1)\// },
  { from: /^web\/ui\//, may: /^web\/ui\// },
  {
    from: /^web\/(core|patterns)\//,
    may: /^(web\/(ui|core|patterns)\/|api\/(contract\/|features\/[\w-]+\/contract\.ts))/,
  },
  {
    from: /^web\/features\/([\w-]+)\//,
    may: /^(web\/(ui|core|patterns)\/|web\/features\/$1\/|api\/(contract\/|features\/[\w-]+\/contract\.ts))/,
  },
  { from: /^web\//, may: /^(web|api\/contract|api\/features\/[\w-]+\/contract\.ts|api\/version\.ts)/ },
];

/** A folder is read at a glance up to this many source files beside their tests. */
const WIDEST = 15;
/** A list by its nature, and one file for each thing a screen is made of. */
const MAY_BE_WIDE = new Set(["db/migrations", "web/ui"]);

/** Folders of machinery whose rooms a person wants to know. */
export const MACHINERY = [
  "api",
  "api/channels",
  "api/contract",
  "api/core",
  "api/features",
  "channels",
  "channels/meta",
  "channels/whatsapp",
  "web",
  "web/core",
  "web/features",
  "web/patterns",
  "web/screens",
  "web/shell",
];

/** Everything that is wrong with a house, one sentence each. */
export function wrongs(house: House): string[] {
  return [
    ...forbidden(house, ROWS).map((arrow) => `arrow upward: ${arrow}`),
    ...circles(fileArrows(house)).map((files) => `circle of files: ${files.join(", ")}`),
    ...foldersWithRooms(house).flatMap((folder) =>
      circles(roomsOf(house, folder).arrows).map((rooms) => `circle of rooms in ${folder}: ${rooms.join(", ")}`)
    ),
    ...wide(house, WIDEST, MAY_BE_WIDE).map((folder) => `too wide: ${folder} source files`),
  ];
}
