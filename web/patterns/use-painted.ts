import { useEffect, useState } from "react";
import { afterFrame } from "../core/page/painted.ts";

/** False for a component's first frame, true from the next one on, so that parts which can wait do not delay it. */
export function usePainted(already: () => boolean = () => false): boolean {
  const [painted, setPainted] = useState(already);
  useEffect(() => painted ? undefined : afterFrame(() => setPainted(true)), [painted]);
  return painted;
}
