import { useEffect, useState } from "react";

/** A value that shows a choice in the same breath, and follows what is kept from then on: a control must not jump back first. */
export function useAtOnce<T>(kept: T): [T, (chosen: T) => void] {
  const [shown, setShown] = useState(kept);
  useEffect(() => setShown(kept), [kept]);
  return [shown, setShown];
}
