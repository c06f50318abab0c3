// The driver's idle connections, kept as a stack. Its own queue gives the one that has rested longest: one who asks at a time wanders
// over all of them, each with plans of its own to make and caches of its own to warm. And each of its turns leaves a hole in a list that
// is emptied only when every connection is busy at once, and searched each time: after a million statements one costs a millisecond more.

/** What the driver has inside. */
export interface Queue {
  readonly length: number;
  push: (one: unknown) => unknown;
  shift: () => unknown;
  remove: (one: unknown) => unknown;
}
const stacks = new WeakSet<Queue>();

/** Makes a stack of the queue of idle connections: who rested last goes first. Safe to call again. */
export function asStack(queue: Queue): void {
  if (stacks.has(queue)) return;
  stacks.add(queue);
  const idle: unknown[] = [];
  while (queue.length > 0) idle.push(queue.shift());
  Object.defineProperty(queue, "length", { get: () => idle.length });
  queue.push = (one) => (idle.push(one), one);
  queue.shift = () => idle.pop();
  queue.remove = (one) => {
    const at = idle.indexOf(one);
    return at < 0 ? null : idle.splice(at, 1)[0];
  };
}
