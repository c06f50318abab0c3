// What an import took and what it left out: counts, and for each reason a few examples.

const EXAMPLES = 3;

export class Report {
  /** Rows by kind: read in the source, new here, here already. */
  readonly counts: Record<string, { read: number; taken: number; known: number }> = {};
  readonly left = new Map<string, { count: number; examples: string[] }>();

  count(kind: string, what: "read" | "taken" | "known", by = 1): void {
    const counts = this.counts[kind] ??= { read: 0, taken: 0, known: 0 };
    counts[what] += by;
  }
  /** Says why a row was left out, or changed; `theirs` is its id in the source. */
  leave(reason: string, theirs: unknown): void {
    const line = this.left.get(reason) ?? { count: 0, examples: [] };
    line.count++;
    if (line.examples.length < EXAMPLES) line.examples.push(String(theirs));
    this.left.set(reason, line);
  }
  /** As a person reads it. */
  lines(): string[] {
    const sums = Object.entries(this.counts).map(([kind, { read, taken, known }]) =>
      `${kind}: ${read} read, ${taken} taken${known ? `, ${known} here already` : ""}`
    );
    const reasons = [...this.left].map(([reason, { count, examples }]) =>
      `- ${reason}: ${count} (${examples.join(", ")}${count > examples.length ? ", …" : ""})`
    );
    return [...sums, ...(reasons.length ? ["Left out or changed:", ...reasons] : [])];
  }
}
