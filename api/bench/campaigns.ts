// What writing to many costs: starting a campaign, its people and its report against their own statements, and the inbox beside it.
import { atTheInbox } from "./inbox.ts";
import { pair } from "./reads.ts";
import { startProduct, startScript } from "./setup/processes.ts";
import { COMPANY, getJson, openLines, post, type Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";

const PEOPLE = 50_000;
const MEGABYTE = 1024 * 1024;

/** 50,000 people on a list and as many contacts with a tag, made once in a copy of the data set. */
async function people(s: Setting): Promise<{ listId: number; tagId: number }> {
  const [known] = await s.sql<{ listId: number; tagId: number }[]>`
    select l.id::int as "listId", t.id::int as "tagId" from app.contact_lists l join app.tags t on t.company_id = l.company_id and t.name = 'Campanha'
    where l.company_id = ${COMPANY} and l.name = 'Campanha'`;
  if (known) return known;
  const [list] = await s.sql<{ id: number }[]>`
    insert into app.contact_lists (company_id, name, items) values (${COMPANY}, 'Campanha', ${PEOPLE}) returning id::int`;
  const [tag] = await s.sql<{ id: number }[]>`
    insert into app.tags (company_id, name, color) values (${COMPANY}, 'Campanha', '#64748b') returning id::int`;
  await s.sql`
    insert into app.contact_list_items (company_id, list_id, name, number)
    select ${COMPANY}, ${list!.id}, 'Cliente ' || n, '55119' || 70000000 + n from generate_series(1, ${PEOPLE}::int) n`;
  await s.sql`
    with made as (
      insert into app.contacts (company_id, name, number, channel)
      select ${COMPANY}, 'Tag ' || n, '55119' || 60000000 + n, 'whatsappapi' from generate_series(1, ${PEOPLE}::int) n returning id)
    insert into app.contact_tags (company_id, contact_id, tag_id) select ${COMPANY}, id, ${tag!.id} from made`;
  await s.sql`analyze app.contact_list_items, app.contacts, app.contact_tags`;
  return { listId: list!.id, tagId: tag!.id };
}

const make = (s: Setting, whom: object) =>
  post<{ id: number }>(s, "/api/campaigns", {
    ...{ name: "Bench", message1: "Oi, {primeiroNome}!", whatsappId: 1, skipOpen: false },
    ...whom,
  });

/** From the press to the answer, and how far the memory of the process rises meanwhile: nobody is sent anything here. */
export async function starting(s: Setting): Promise<TableLine[]> {
  const { listId, tagId } = await people(s);
  const found: TableLine[] = [];
  for (const [from, whom] of [["a list", { contactListId: listId }], ["a tag", { tagListId: tagId }]] as const) {
    const { id } = await make(s, whom);
    const before = await s.product.memory() ?? 0;
    let peak = before;
    const watch = setInterval(() => void s.product.memory().then((now) => peak = Math.max(peak, now ?? 0)), 50);
    const began = performance.now();
    await post(s, `/api/campaigns/${id}/start`, {});
    const seconds = (performance.now() - began) / 1000;
    clearInterval(watch);
    const grown = (peak - before) / MEGABYTE;
    const what = `starting a campaign of 50,000 from ${from}`;
    found.push(
      plain(what, `${seconds.toFixed(1)} s, +${grown.toFixed(0)} MB`, "≤ 5 s, 60 MB", seconds <= 5 && grown <= 60),
    );
    await post(s, `/api/campaigns/${id}/cancel`, {});
  }
  return found;
}

interface Items {
  contacts: { id: number }[];
}
/** The first page of a list of 50,000 people, and a search in it. */
export async function itemsOfList(s: Setting): Promise<TableLine[]> {
  const { listId } = await people(s);
  const found: TableLine[] = [];
  for (
    const [what, floor, more] of [
      ["GET /contact-list-items of 50,000, page 1", `/items/${listId}`, ""],
      ["search in a list of 50,000", `/items/${listId}/cliente 4999`, "&searchParam=cliente%204999"],
    ] as const
  ) {
    const path = `/api/contact-list-items?contactListId=${listId}${more}`;
    const [theirs, ours] = [await openLines(s.floor.port, 1), await openLines(s.product.port, 1)];
    const ids = (page: Items) => page.contacts.map(({ id }) => id).join();
    const same = ids(await getJson<Items>(theirs[0]!, encodeURI(floor))) ===
      ids(await getJson<Items>(ours[0]!, path, await s.bearer()));
    for (const line of [...theirs, ...ours]) line.close();
    if (!same) throw new Error(`Floor and product answer different people for ${path}.`);
    found.push(...await pair(s, what, () => encodeURI(floor), () => path, { p50: 2 }));
  }
  return found;
}

/** The report of a campaign of 50,000, of whom most have got it. */
export async function reported(s: Setting): Promise<TableLine[]> {
  const { listId } = await people(s);
  const { id } = await make(s, { contactListId: listId });
  await post(s, `/api/campaigns/${id}/start`, {});
  await s.sql`
    with told as (select id, row_number() over (order by id desc) - 1 as place from (
      select id from app.messages where company_id = ${COMPANY} and from_me order by id desc limit ${PEOPLE}) m)
    update app.campaign_shipping x set status = 'sent', variant = 1, message_id = told.id,
      answered_at = case when x.id % 7 = 0 then now() end
    from told where x.company_id = ${COMPANY} and x.campaign_id = ${id} and x.id % 10 > 0 and told.place = x.id % ${PEOPLE}`;
  await s.sql`analyze app.campaign_shipping`;
  const found = await pair(
    s,
    "GET /campaigns/{id}/report of 50,000",
    () => `/shipping/${id}`,
    () => `/api/campaigns/${id}/report`,
    { p50: 2 },
  );
  await post(s, `/api/campaigns/${id}/cancel`, {});
  return found;
}

/** The list of tickets and a person's send, first without a campaign and then beside one that is fed to the stand-in. */
export async function besideCampaign(s: Setting): Promise<TableLine[]> {
  const { look, compared, close } = await atTheInbox(s);
  const provider = await startScript("../../../channels/meta/simulator/simulator.ts");
  await s.sql`update app.connections set wanted = true where company_id = ${COMPANY} and id = 1`;
  const channels = await startProduct(s.database, "worker,channels", {
    META_GRAPH_URL: `http://127.0.0.1:${provider.port}`,
  });
  try {
    // The list shows tags: it has them before as well.
    const [tag] = await s.sql<{ id: number }[]>`
      insert into app.tags (company_id, name, color) values (${COMPANY}, 'Ao lado', '#64748b') returning id::int`;
    await s.sql`
      insert into app.contact_tags (company_id, contact_id, tag_id)
      select distinct company_id, contact_id, ${tag!.id}::bigint from app.tickets
      where company_id = ${COMPANY} and status = 'open' and connection_id = 1`;
    await look();
    const without = await look();
    await post(s, "/api/campaign-settings", {
      settings: {
        ...{ messageInterval: 0, longerIntervalAfter: 0, startHour: "00:00", endHour: "00:00" },
        ...{ sabado: true, domingo: true, dailyLimit: 50_000 },
      },
    });
    const { id } = await make(s, { tagListId: tag!.id });
    await post(s, `/api/campaigns/${id}/start`, {});
    const beside = await look();
    const fed = await s.sql<{ n: number }[]>`
      select count(*)::int as n from app.campaign_shipping where company_id = ${COMPANY} and campaign_id = ${id} and fed_at is not null`;
    if (!fed[0]!.n) throw new Error("The campaign was fed nothing meanwhile.");
    await post(s, `/api/campaigns/${id}/cancel`, {});
    return compared(without, beside, "while a campaign runs");
  } finally {
    close();
    await channels.stop();
    await provider.stop();
    await s.sql`update app.connections set wanted = false where company_id = ${COMPANY} and id = 1`;
  }
}
