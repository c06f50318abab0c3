import { useEffect, useState } from "react";
import { afterFrame } from "../core/painted.ts";

/** False for the first frame of what comes on screen, true from the next one on: what can wait that long does not delay it. */
export function usePainted(already: () => boolean = () => false): boolean {
  const [painted, setPainted] = useState(already);
  useEffect(() => painted ? undefined : afterFrame(() => setPainted(true)), [painted]);
  return painted;
}
