// Seals anew what was sealed with the secret before, in small pieces, while everything goes on.
import { asPlatform, platform, type PlatformTx } from "../../../db/tenant.ts";
import { exportsOf } from "../found.ts";
import { seal, sealedStart, unseal } from "./seal.ts";
import type { SealedColumn } from "./sealed-column.ts";

const AT_ONCE = 500;
/** Where it is written which secret everything is sealed with. */
const MARK = "sealed-with";

/** Everything that rooms have declared. */
export async function sealedColumns(): Promise<SealedColumn[]> {
  return await exportsOf("sealed.ts") as SealedColumn[];
}

/**
 * Seals everything with today's secret. Answers how many rows it sealed anew and how many can be opened with neither secret; null where
 * nothing is left to do. Several processes at it do no harm.
 */
export async function resealAll(): Promise<{ sealed: number; lost: number } | null> {
  const mark = Buffer.from(sealedStart()).toString("hex");
  const [done] = await platform()`select 1 from app.platform where key = ${MARK} and value = ${mark}`;
  if (done) return null;
  const sum = { sealed: 0, lost: 0 };
  for (const column of await sealedColumns()) {
    for (let from: string | null = "(0,0)"; from;) {
      const piece = await asPlatform((tx) => resealPiece(tx, column, from!));
      sum.sealed += piece.sealed;
      sum.lost += piece.lost;
      from = piece.last;
    }
  }
  await platform()`
    insert into app.platform (key, value) values (${MARK}, ${mark}) on conflict (key) do update set value = excluded.value`;
  return sum;
}

/** Rows after a place in the table; a row that is written goes to another place, and is not met twice as it is sealed anew. */
async function resealPiece(
  tx: PlatformTx,
  { table, bound }: SealedColumn,
  from: string,
): Promise<{ sealed: number; lost: number; last: string | null }> {
  const rows = await tx<{ place: string; sealed: Uint8Array; bound: string }[]>`
    select ctid::text as place, sealed, ${tx.unsafe(bound)} as bound from app.${tx.unsafe(table)}
    where ctid > ${from}::tid and sealed is not null and substring(sealed from 1 for 5) <> ${sealedStart()}
    order by ctid limit ${AT_ONCE} for update`;
  const anew = rows.flatMap(({ place, sealed, bound }) => {
    try {
      return [{ place, hex: Buffer.from(seal(unseal(sealed, bound), bound)).toString("hex") }];
    } catch {
      return [];
    }
  });
  if (anew.length) {
    await tx`
      update app.${tx.unsafe(table)} t set sealed = decode(n.hex, 'hex')
      from unnest(${anew.map(({ place }) => place)}::text[], ${anew.map(({ hex }) => hex)}::text[]) as n (place, hex)
      where t.ctid = n.place::tid`;
  }
  return { sealed: anew.length, lost: rows.length - anew.length, last: rows.at(-1)?.place ?? null };
}
