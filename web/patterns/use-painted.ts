import { useEffect, useState } from "react";

/** False for the first frame of what comes on screen, true from the next one on: what can wait that long does not delay it. */
export function usePainted(already: () => boolean = () => false): boolean {
  const [painted, setPainted] = useState(already);
  useEffect(() => {
    if (painted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => timer = setTimeout(() => setPainted(true)));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [painted]);
  return painted;
}
