// Asks before an action that cannot be undone. Callable from anywhere: `if (await confirm({...}))`.
import { useSyncExternalStore } from "react";
import { onDemand } from "../core/app-files/on-demand.ts";

const ConfirmDialog = onDemand(() => import("./confirm-dialog.tsx").then((module) => module.ConfirmDialog));

export interface Question {
  /** Names the object: "Delete Sales?" */
  title: string;
  text?: string;
  /** The verb on the button. */
  action: string;
  /** The other button; "Cancel" when left out. */
  cancel?: string;
  danger?: boolean;
}
interface Asked extends Question {
  answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const watchers = new Set<() => void>();
const change = (next: Asked | null) => {
  asked = next;
  watchers.forEach((watcher) => watcher());
};

/** Resolves true when the person agreed. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((answer) => change({ ...question, answer }));
}

/** The place of the question. Once, at the root. */
export function Confirmer() {
  const question = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => asked,
  );
  const close = (yes: boolean) => {
    change(null);
    question?.answer(yes);
  };
  return question && <ConfirmDialog question={question} onAnswer={close} />;
}
