// A feature as somebody would begin it: records with a name and a file, that people list, make, rename and delete. `api/commands/new-feature.ts`
// puts it into a copy of the tree and counts what else has to be edited by hand.

/** The files of the feature `gadgets`, by path. */
export const featureFiles: Record<string, string> = {
  "db/migrations/9999_gadgets.sql": `-- Things that a company has.

create table app.gadgets (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  name       text not null check (name <> ''),
  name_key   text collate "C" generated always as (app.name_key(name)) stored,
  media_id   text,
  primary key (company_id, id),
  foreign key (company_id, media_id) references app.media (company_id, id)
);
create index gadgets_media on app.gadgets (company_id, media_id) where media_id is not null;
call app.tenant_table('app.gadgets');
`,
  "api/features/gadgets/contract.ts": `// Gadgets: things that a company has.
import { z } from "zod";
import { endpoint, IdParam, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";

export const Gadget = z.object({ id: z.number(), name: z.string(), mediaPath: z.string().nullable() });
export type Gadget = z.infer<typeof Gadget>;
export const GadgetForm = z.object({ name: text(100).trim().min(1, "required") });

export const gadgetChanged = changes("company-{id}-gadget", "gadget", "gadgetId", Gadget);

export const gadgets = {
  list: endpoint({
    method: "GET",
    path: "/gadgets",
    summary: "Gadgets by name, a page at a time.",
    access: "user",
    live: [gadgetChanged],
    query: PageQuery,
    response: z.object({ gadgets: z.array(Gadget), hasMore: z.boolean(), count: z.number() }),
  }),
  create: endpoint({
    method: "POST",
    path: "/gadgets",
    summary: "Makes a gadget.",
    access: "user",
    body: GadgetForm,
    response: Gadget,
  }),
  update: endpoint({
    method: "PUT",
    path: "/gadgets/{id}",
    summary: "Renames a gadget.",
    access: "user",
    params: IdParam("gadget"),
    body: GadgetForm,
    response: Gadget,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/gadgets/{id}",
    summary: "Deletes a gadget.",
    access: "user",
    params: IdParam("gadget"),
    response: Ok,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
};
`,
  "api/features/gadgets/queries.ts": `// SQL of gadgets.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Gadget } from "./contract.ts";

const shown = (tx: Tx): postgres.PendingQuery<postgres.Row[]> => tx\`id, name, '/media/' || media_id as "mediaPath"\`;

/** A page by name. */
export function page(tx: Tx, search: string, size: number, skip: number): Promise<Gadget[]> {
  return tx<Gadget[]>\`
    select \${shown(tx)} from app.gadgets where company_id = \${tx.companyId} and name_key like '%' || app.name_key(\${search}) || '%'
    order by name_key, id limit \${size} offset \${skip}\`;
}
export async function count(tx: Tx, search: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>\`
    select count(*) as n from app.gadgets where company_id = \${tx.companyId} and name_key like '%' || app.name_key(\${search}) || '%'\`;
  return row!.n;
}
export async function insert(tx: Tx, name: string): Promise<Gadget> {
  const [row] = await tx<Gadget[]>\`
    insert into app.gadgets (company_id, name) values (\${tx.companyId}, \${name}) returning \${shown(tx)}\`;
  return row!;
}
export async function rename(tx: Tx, id: number, name: string): Promise<Gadget | undefined> {
  const [row] = await tx<Gadget[]>\`
    update app.gadgets set name = \${name} where company_id = \${tx.companyId} and id = \${id} returning \${shown(tx)}\`;
  return row;
}
export async function remove(tx: Tx, id: number): Promise<{ id: number } | undefined> {
  const [row] = await tx<{ id: number }[]>\`
    delete from app.gadgets where company_id = \${tx.companyId} and id = \${id} returning id\`;
  return row;
}
`,
  "api/features/gadgets/routes.ts": `import { must } from "../../contract/errors.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import { type Api, route } from "../../core/http/route.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { gadgetChanged, gadgets as calls } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of gadgets. */
export function gadgets(api: Api, _parts: Parts): void {
  route(api, calls.list, async ({ tx, query }) => {
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.page(tx, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, search),
    ]);
    return { gadgets: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });
  route(api, calls.create, async ({ tx, body }) => {
    const gadget = await queries.insert(tx, body.name);
    emit(tx, gadgetChanged, everybody, { action: "create", gadget });
    return gadget;
  });
  route(api, calls.update, async ({ tx, params, body }) => {
    const gadget = must(await queries.rename(tx, params.id, body.name), "ERR_NO_RECORD_FOUND");
    emit(tx, gadgetChanged, everybody, { action: "update", gadget });
    return gadget;
  });
  route(api, calls.remove, async ({ tx, params: { id } }) => {
    must(await queries.remove(tx, id), "ERR_NO_RECORD_FOUND");
    emit(tx, gadgetChanged, everybody, { action: "delete", gadgetId: id });
    return { ok: true as const };
  });
}
`,
  "api/features/gadgets/routes.test.ts": `import { expect, test } from "vitest";
import { someone } from "../../core/testing/api.ts";
import { gadgets } from "./contract.ts";

test("gadgets are made, renamed, listed by name and deleted", async () => {
  const admin = await someone();
  const { id } = await admin.call(gadgets.create, { body: { name: "Zuleica" } });
  await admin.call(gadgets.create, { body: { name: "Ângela" } });
  await admin.call(gadgets.update, { params: { id }, body: { name: "Álvaro" } });
  const names = async () => (await admin.call(gadgets.list)).gadgets.map(({ name }) => name);
  expect(await names()).toEqual(["Álvaro", "Ângela"]);
  await admin.call(gadgets.remove, { params: { id } });
  expect(await names()).toEqual(["Ângela"]);
});
`,
  "web/features/gadgets/screen.ts": `import { Zap } from "lucide-react";
import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    gadgets: "/gadgets";
  }
}

export const screens: Screens = {
  gadgets: {
    path: "/gadgets",
    load: () => import("./gadgets-screen.tsx").then((file) => file.GadgetsScreen),
    words: ["gadgets"],
    access: "user",
    menu: { group: "work", order: 900, icon: Zap },
  },
};
`,
  "web/features/gadgets/startup.ts": `import { byName } from "../../../api/contract/words/name-order.ts";
import { gadgets } from "../../../api/features/gadgets/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

liveList(gadgets.list, {
  belongs: (gadget, { query = {} }) => foldText(gadget.name).includes(foldText(query.searchParam?.trim() ?? "")),
  sort: byName,
});
`,
  "web/features/gadgets/gadgets-screen.tsx": `import { Trash2 } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Gadget, gadgets } from "../../../api/features/gadgets/contract.ts";
import { useCall, useList } from "../../core/query.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { SearchedRecords } from "../../patterns/lists/searched-records.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** /gadgets */
export function GadgetsScreen() {
  const { t } = useTranslation("gadgets");
  const searching = useSearch();
  const query = searching.search ? { searchParam: searching.search } : {};
  const list = useList(gadgets.list, { query }, { keepPrevious: true });
  const create = useCall(gadgets.create, { refresh: [gadgets.list] });
  const remove = useCall(gadgets.remove, { refresh: [gadgets.list] });
  const add = <Button onClick={() => create.mutate({ body: { name: t("add") } })}>{t("add")}</Button>;
  return (
    <SearchedRecords<Gadget>
      title={t("title")}
      intro={t("intro")}
      add={add}
      search={{ ...searching, label: t("search") }}
      list={list}
      columns={[{ head: t("title"), cell: (gadget) => gadget.name }]}
      card={(gadget) => gadget.name}
      actions={(gadget) => (
        <IconButton
          small
          icon={Trash2}
          label={\`\${t("do.delete")}: \${gadget.name}\`}
          onClick={() => remove.mutate({ params: { id: gadget.id } })}
        />
      )}
      empty={<Empty drawing="inbox" title={t("intro")} action={add} />}
    >
      {null}
    </SearchedRecords>
  );
}
`,
  ...Object.fromEntries(["pt", "en", "es", "tr"].map((language) => [
    `web/features/gadgets/i18n/${language}.json`,
    `${JSON.stringify({ title: "Gadgets", intro: "Gadgets", search: "Gadgets", add: "Gadget" }, null, 2)}\n`,
  ])),
};
