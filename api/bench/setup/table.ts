// What a bench found, a line each.
import type { Compared } from "./measure.ts";

export interface TableLine {
  what: string;
  floor: string;
  product: string;
  ratio: string;
  bar: string;
  /** Null: there was nothing to compare with. */
  ok: boolean | null;
}

const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`;
const times = (value: number) => `${value.toFixed(2)}×`;

/** A comparison of times against two bars. */
export function timed(
  what: string,
  { floor, product, ratio }: Compared,
  bars: { p50: number; p95?: number },
): TableLine {
  return {
    what,
    floor: `${ms(floor.p50)} / ${ms(floor.p95)}`,
    product: `${ms(product.p50)} / ${ms(product.p95)}`,
    ratio: `${times(ratio.p50)} / ${times(ratio.p95)}`,
    bar: bars.p95 ? `≤ ${bars.p50}× / ${bars.p95}×` : `p50 ≤ ${bars.p50}×`,
    ok: ratio.p50 <= bars.p50 && (bars.p95 === undefined || ratio.p95 <= bars.p95),
  };
}
/** A comparison of throughput. */
export function rated(what: string, { floor, product, ratio }: Compared, least: number): TableLine {
  return {
    what,
    floor: `${floor.perSecond.toFixed(0)}/s`,
    product: `${product.perSecond.toFixed(0)}/s`,
    ratio: ratio.perSecond.toFixed(2),
    bar: `≥ ${least}`,
    ok: ratio.perSecond >= least,
  };
}
/** Something without a floor. */
export function plain(
  what: string,
  product: string,
  bar: string,
  ok: boolean | null,
  floor = "–",
  ratio = "–",
): TableLine {
  return { what, floor, product, ratio, bar, ok };
}

const heads = ["operation", "floor p50 / p95", "product p50 / p95", "ratio", "bar", ""];
/** Prints lines as a Markdown table, which is also easy to read in a terminal. */
export function print(lines: readonly TableLine[]): void {
  const rows = [heads, ...lines.map((l) => [l.what, l.floor, l.product, l.ratio, l.bar, verdict(l.ok)])];
  const widths = heads.map((_, i) => Math.max(...rows.map((row) => [...row[i]!].length)));
  const shown = rows.map((row) =>
    `| ${row.map((cell, i) => cell + " ".repeat(widths[i]! - [...cell].length)).join(" | ")} |`
  );
  shown.splice(1, 0, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  console.log(`\n${shown.join("\n")}\n`);
}
function verdict(ok: boolean | null): string {
  return ok === null ? "–" : ok ? "ok" : "miss";
}
