// In which order a company's tables can be emptied, read from PostgreSQL's catalogue: the table of tomorrow is among them.
import type postgres from "postgres";

interface Arrow {
  from: string;
  to: string;
  /** Deleting what is pointed at only empties the column. */
  loose: boolean;
}

/**
 * Every table with a `company_id`, those that point at others first: no batch then takes rows of other tables with it, or is refused
 * because of them. Where tables point at each other in a ring, one that only forgets what it pointed at gives way.
 */
export async function removalOrder(sql: postgres.Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'company_id' and not a.attisdropped order by 1`;
  const arrows = await sql<Arrow[]>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to", bool_and(confdeltype = 'n') as loose
    from pg_constraint where contype = 'f' and connamespace = 'app'::regnamespace and conrelid <> confrelid group by 1, 2`;
  return inOrder(tables.map(({ name }) => name), arrows);
}

function inOrder(tables: readonly string[], arrows: readonly Arrow[]): string[] {
  const left = new Set(tables);
  const order: string[] = [];
  while (left.size) {
    const pointed = (table: string, loose: boolean) =>
      arrows.some((arrow) => arrow.to === table && left.has(arrow.from) && (loose || !arrow.loose));
    const next = [...left].find((table) => !pointed(table, true)) ?? [...left].find((table) => !pointed(table, false));
    if (next === undefined) throw new Error(`No order in which ${[...left].join(", ")} can be emptied.`);
    left.delete(next);
    order.push(next);
  }
  return order;
}
