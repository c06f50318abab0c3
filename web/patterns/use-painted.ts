import { useEffect, useState } from "react";

/** False for a component's first frame, true from the next one on, so that parts which can wait do not delay it. */
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
