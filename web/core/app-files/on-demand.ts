import { type ComponentType, createElement, type ReactNode, useLayoutEffect, useReducer, useState } from "react";
import { whenIdle } from "../page/idle.ts";
import { loadWords } from "../words/i18n/i18n.ts";

/**
 * A component whose file is loaded when it is first drawn, with what it says; `meanwhile` is shown until then. A file that fails to load
 * breaks the place where it was wanted, as a component does that throws, and is asked for again when somebody wants it again.
 * `words`: the features whose words it says, where those may be among the first.
 *
 * In place of React's `lazy`: what waits in a `Suspense` is held back until 300 ms after any fallback of the page appeared, however
 * soon its file is there.
 */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = null,
  words?: readonly string[],
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  // The words after the file: what waits for an idle page before it loads its own must not bring them earlier.
  const whole = async () => {
    const component = await load();
    await loadWords(words);
    return component;
  };
  const begin = () =>
    loading ??= whole().then((component) => void (loaded = component), (error) => {
      loading = undefined;
      throw error;
    });
  return function OnDemand(props: P) {
    const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
    const Component = loaded;
    const [failed, setFailed] = useState<{ error: unknown } | null>(null);
    useLayoutEffect(() => {
      // As it was when this was drawn: it may have come since.
      if (Component) return;
      let there = true;
      begin().then(() => there && draw(), (error) => there && setFailed({ error }));
      return () => {
        there = false;
      };
    }, []);
    if (failed) throw failed.error;
    return Component ? createElement(Component, props) : meanwhile;
  };
}

/** The same for what nobody asks for: its file comes when the page has nothing else to do, and with it what else is loaded (`besides`). */
export function inIdle<P extends object>(
  load: () => Promise<ComponentType<P>>,
  besides?: () => Promise<unknown>,
): ComponentType<P> {
  return onDemand(() =>
    whenIdle(async () => {
      const [component] = await Promise.all([load(), loadWords(), besides?.()]);
      return component;
    })
  );
}
