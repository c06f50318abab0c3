import { type RefObject, useEffect, useState } from "react";
import { idle } from "../../core/page/idle.ts";

/** So far beside what can be seen, px, something already counts as in sight: it is drawn before it comes. */
const NEAR_PX = 340;

/**
 * True once an element has come into sight of what scrolls, or the page has had nothing else to do, in the order of their places; from
 * then on it stays so.
 */
export function useInSight(element: RefObject<Element | null>, place: number): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen) return;
    let gone = false;
    const see = () => !gone && setSeen(true);
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && see(), {
      root: element.current!.parentElement,
      rootMargin: `0px ${NEAR_PX}px`,
    });
    watch.observe(element.current!);
    void (async () => {
      for (let turn = 0; turn <= place && !gone; turn++) await idle();
      see();
    })();
    return () => {
      gone = true;
      watch.disconnect();
    };
  }, [element, place, seen]);
  return seen;
}
