// The only way to make a link: an address is called by its name, which the `screen.ts` that shows it declares.
import { fillPath } from "../../../api/contract/endpoint.ts";
import type { PathName, Paths } from "./screen.ts";

type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Params<Rest> : never;
type Values<Name extends PathName> = [Params<Paths[Name]>] extends [never] ? []
  : [Record<Params<Paths[Name]>, string | number>];

const paths = new Map<string, string>();

/** Makes addresses known by their names. */
export function addPaths(more: Record<string, string>): void {
  for (const [name, path] of Object.entries(more)) paths.set(name, path);
}

/** `href("ticket", { uuid })` is `/tickets/…`. */
export function href<Name extends PathName>(name: Name, ...[values]: Values<Name>): string {
  return fillPath(paths.get(name) ?? "", values);
}
