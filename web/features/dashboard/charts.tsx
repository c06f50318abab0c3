import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { formatNumber } from "../../core/words/format.ts";

interface Point {
  key: string | number;
  label: string;
  value: number;
  colour?: string;
}
interface Props {
  title: string;
  /** What the first column of the table beneath holds: a day, a person. */
  head: string;
  points: readonly Point[];
}

/** The same numbers as a table, for whoever does not see the picture. */
function Spoken({ title, head, points }: Props) {
  const { t } = useTranslation("dashboard");
  return (
    <table className="sr-only">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th>{head}</th>
          <th>{t("chart.tickets")}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.key}>
            <th scope="row">{point.label}</th>
            <td>{formatNumber(point.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
function Frame(props: Props & { children: React.ReactNode }) {
  return (
    <figure className="relative min-w-0 rounded-card border border-line bg-surface p-4">
      <figcaption className="mb-3 text-body font-600">{props.title}</figcaption>
      {props.children}
      <Spoken {...props} />
    </figure>
  );
}

const WIDTH = 600;
const HEIGHT = 180;
const FOOT = 4;
/** The next number above that leaves little air, and whose half is whole: 1, 2, 4, 6, 8, 10, 20, 30, 40, 60 … */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const steps = power === 1 ? [1, 2, 4, 6, 8, 10] : [1, 2, 3, 4, 5, 6, 8, 10];
  return steps.map((step) => step * power).find((step) => step >= value) ?? value;
}

/** A column for each day; the axis tells the highest, half of it and nothing. */
export function Columns(props: Props) {
  const { points } = props;
  const top = roundUp(Math.max(...points.map(({ value }) => value)));
  const step = WIDTH / Math.max(1, points.length);
  const wide = Math.max(1, Math.min(28, step * 0.7));
  const y = (value: number) => (HEIGHT - FOOT) * (1 - value / top);
  return (
    <Frame {...props}>
      <div aria-hidden className="flex gap-2">
        <div className="flex w-8 shrink-0 flex-col justify-between text-right text-meta leading-none text-fg-subtle tabular-nums">
          {[top, ...(top > 1 ? [top / 2] : []), 0].map((mark) => <span key={mark}>{formatNumber(mark)}</span>)}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-45 min-w-0 flex-1">
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              x1={0}
              x2={WIDTH}
              y1={y(top * share)}
              y2={y(top * share)}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {points.map((point, i) => (
            <rect
              key={point.key}
              x={step * i + (step - wide) / 2}
              y={y(point.value)}
              width={wide}
              height={HEIGHT - FOOT - y(point.value)}
              className="fill-primary"
            >
              <title>{`${point.label}: ${formatNumber(point.value)}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <p aria-hidden className="mt-1 flex justify-between pl-10 text-meta text-fg-subtle tabular-nums">
        <span>{points[0]?.label}</span>
        {points.length > 2 && <span>{points.at(-1)?.label}</span>}
      </p>
    </Frame>
  );
}

const SHOWN = 10;
/** A bar for each person, the longest first. */
export function Bars(props: Props) {
  const { t } = useTranslation("dashboard");
  const { points } = props;
  const top = Math.max(1, ...points.map(({ value }) => value));
  const shown = points.slice(0, SHOWN);
  return (
    <Frame {...props}>
      <ul aria-hidden className="space-y-2">
        {shown.map((point) => (
          <li key={point.key} className="grid grid-cols-[minmax(0,9rem)_1fr_2.5rem] items-center gap-3">
            <span className="truncate" title={point.label}>{point.label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="h-2.5 w-full">
              <rect width={100} height={10} className="fill-hover" />
              <rect width={100 * point.value / top} height={10} className="fill-primary" />
            </svg>
            <span className="text-right tabular-nums">{formatNumber(point.value)}</span>
          </li>
        ))}
      </ul>
      {points.length > SHOWN && (
        <p aria-hidden className="mt-2 text-meta text-fg-subtle">
          {t("chart.others", { count: points.length - SHOWN })}
        </p>
      )}
    </Frame>
  );
}
