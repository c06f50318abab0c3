import type { Companion } from "../people/companion.ts";
import type { Node } from "../nodes/node.ts";
import type { World } from "../people/world.ts";

/** A question of one logged-in device. */
export interface Query {
  readonly world: World;
  readonly companion: Companion;
  readonly stanza: Node;
  /** What is asked: the first child, or an empty node. */
  readonly asked: Node;
}

/** Becomes an answer of type error. */
export class Refusal extends Error {
  constructor(readonly code: string, text: string) {
    super(text);
  }
}
