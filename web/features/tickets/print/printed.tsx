import { Fragment } from "react";
import type { PrintEntry } from "./entries.ts";

export interface PrintHead {
  company: string;
  title: string;
  /** Label and value: contact, number, protocol … */
  facts: readonly (readonly [string, string])[];
  /** When, and by whom it was made. */
  made: string;
}
interface Props {
  head: PrintHead;
  entries: readonly PrintEntry[];
  pictures: ReadonlyMap<string, string>;
}

/** A conversation on A4: who and what at the top, then every message under its day. Styles: `public/print.css`. */
export function Printed({ head, entries, pictures }: Props) {
  return (
    <main>
      <header>
        <p className="company">{head.company}</p>
        <h1>{head.title}</h1>
        <dl>
          {head.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      {entries.map((entry, index) => {
        const url = entry.picture && pictures.get(entry.picture);
        return (
          <Fragment key={entry.id}>
            {entries[index - 1]?.day !== entry.day && <h2>{entry.day}</h2>}
            <article className={entry.side}>
              <p className="who">
                <bdi>
                  <strong>{entry.author}</strong>
                </bdi>{" "}
                <time>{entry.time}</time>
              </p>
              {url && <img src={url} alt="" />}
              {entry.text && <p className="text" dir="auto">{entry.text}</p>}
              {entry.lines.map((line, at) => <p key={at} className="line" dir="auto">{line}</p>)}
            </article>
          </Fragment>
        );
      })}
      <footer>{head.made}</footer>
    </main>
  );
}
