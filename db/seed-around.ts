// What the seeded company has around its conversations: a board with cards, a talk between colleagues, a list to write to.
import type postgres from "postgres";

type Tx = postgres.TransactionSql;
interface Shop {
  company: number;
  users: ReadonlyMap<string, number>;
}

const lanes = [["Orçamento", "#2563eb"], ["Pedido confirmado", "#d97706"], ["Em entrega", "#16a34a"]] as const;
/** How many cards the lanes get, beginning with the first. */
const CARDS = 7;

const team = [
  ["Helena Prado", "Bom dia! Hoje chegam as orquídeas, guardem espaço na câmara fria."],
  ["Júlia Sampaio", "Combinado. A van sai às 11h com as entregas de Pinheiros."],
  ["Otávio Reis", "O boleto do Condomínio Jardim Europa foi pago agora há pouco."],
  ["Caíque Moura", "Ótimo, vou avisar o síndico. Obrigado!"],
] as const;
const pair = [
  ["Caíque Moura", "Helena, posso dar 5% para a assinatura do Empório?"],
  ["Helena Prado", "Pode, se for por seis meses."],
] as const;

const customers = [
  ["Padaria São Jorge", "5511988410001"],
  ["Escola Girassol", "5511988410002"],
  ["Hotel Vila Madalena", "5511988410003"],
  ["Dr.ª Beatriz Nóbrega", "5511988410004"],
  ["Café Água de Cheiro", "5511988410005"],
] as const;

/** Fills what is not a conversation; the tickets are there already. */
export async function furnish(tx: Tx, shop: Shop): Promise<void> {
  await makeBoard(tx, shop.company);
  await talk(tx, shop, "Equipe Aurora", team);
  await talk(tx, shop, "", pair);
  const [list] = await tx<{ id: number }[]>`
    insert into app.contact_lists (company_id, name, items) values (${shop.company}, 'Empresas do bairro', ${customers.length}) returning id`;
  for (const [name, number] of customers) {
    await tx`insert into app.contact_list_items (company_id, list_id, name, number) values (${shop.company}, ${
      list!.id
    }, ${name}, ${number})`;
  }
}

async function makeBoard(tx: Tx, company: number): Promise<void> {
  const [board] = await tx<{ id: number }[]>`select id from app.boards where company_id = ${company}`;
  const ids: number[] = [];
  for (const [position, [name, color]] of lanes.entries()) {
    const [lane] = await tx<{ id: number }[]>`
      insert into app.tags (company_id, name, color, kanban, board_id, "position")
      values (${company}, ${name}, ${color}, true, ${board!.id}, ${position}) returning id`;
    ids.push(lane!.id);
  }
  await tx`
    insert into app.ticket_tags (company_id, ticket_id, tag_id, board_id, since)
    select ${company}, id, (${ids}::bigint[])[1 + n % ${ids.length}::int], ${board!.id}, updated_at
    from (select id, updated_at, row_number() over (order by id) as n from app.tickets
      where company_id = ${company} and status = 'open' order by id limit ${CARDS}) cards`;
}

/** A talk that everybody in it has read; without a title it is between two. */
async function talk(tx: Tx, shop: Shop, title: string, said: readonly (readonly [string, string])[]): Promise<void> {
  const { company, users } = shop;
  const members = [...new Set(said.map(([name]) => users.get(name)!))];
  const key = title ? null : members.toSorted((a, b) => a - b).join(":");
  const [chat] = await tx<{ id: number }[]>`
    insert into app.chats (company_id, title, pair, owner_id, last_position, spoken_at)
    values (${company}, ${title}, ${key}, ${members[0]!}, ${said.length}, now() - interval '35 minutes') returning id`;
  for (const id of members) {
    await tx`insert into app.chat_members (company_id, chat_id, user_id, position_read, position_rung) values (${company}, ${
      chat!.id
    }, ${id}, ${said.length}, ${said.length})`;
  }
  for (const [index, [name, body]] of said.entries()) {
    const minutes = 35 + (said.length - 1 - index) * 4;
    await tx`
      with spoken as (
        insert into app.chat_messages (company_id, chat_id, "position", sender_id, key, fingerprint, body, created_at)
        values (${company}, ${chat!.id}, ${index + 1}, ${users.get(name)!}, ${crypto.randomUUID()}, '', ${body},
          now() - make_interval(mins => ${minutes})) returning id)
      update app.chats set last_id = (select id from spoken) where company_id = ${company} and id = ${chat!.id}`;
  }
}
