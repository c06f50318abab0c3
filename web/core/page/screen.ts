// What a screen says of itself, in the `screen.ts` of its folder (`web/features/*`, `web/screens/*`). Addresses, menu, bottom
// bar, guards and palette follow from it (`web/shell/screens.ts` finds them); nothing else lists the screens.
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Permission } from "../../../api/contract/permissions.ts";
import type { PlanFlag } from "../../../api/contract/plans.ts";

/** Every address by its name: each `screen.ts` adds its own, so a check of types has to see all of them (`deno check web`). */
// deno-lint-ignore no-empty-interface
export interface Paths {}
export type PathName = keyof Paths;

/** A condition of a menu entry, as a hook. `offered` tells whether access and plan allow the entry: if not, ask the server nothing. */
type Condition = (offered: boolean) => boolean;

export interface MenuEntry {
  group: "work" | "admin";
  /** Its place within the group. */
  order: number;
  icon: LucideIcon;
  /** Among the first in the bottom bar of a phone. */
  daily?: true;
  /** Its words have `short` beside `title`: what fits below the icon in the bottom bar. */
  short?: true;
  /** Who is offered it, where more people may open its address. */
  access?: Permission;
  /** The letter that opens it after a "g". */
  key?: string;
  /** Whether there is something to open: a help page, a campaign. */
  useShown?: Condition;
  /** Whether something in it waits for attention: a red dot. */
  useDot?: Condition;
}

export interface Screen<Path extends string = string> {
  path: Path;
  /** Its pattern for the router, where it shows further addresses too. */
  route?: string;
  /** The further addresses it shows. */
  more?: { [N in PathName]?: Paths[N] };
  load: () => Promise<ComponentType>;
  /** The namespaces whose words it shows; `title` of the first is its name. */
  words: readonly [string, ...string[]];
  /** `public` only without a session, `open` with or without, `user` for everybody signed in. */
  access: "public" | "open" | "user" | Permission;
  /** True where it is there after the due date too: the menu has no others then. */
  expired?: true;
  /** True where it is open to somebody who has yet to set up the second factor that their company asks for. */
  beforeFactor?: true;
  plan?: PlanFlag;
  menu?: MenuEntry;
}

/** What a `screen.ts` exports as `screens`. */
export type Screens = { [N in PathName]?: Screen<Paths[N]> };
