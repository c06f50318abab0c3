// An account as Chatwoot's API documents it, with what stands in real ones: visitors without a name, notes, activity, several files.
export type Made = Record<string, unknown>;

export const TAKEN = {
  users: 3,
  queues: 2,
  connections: 4,
  contacts: 36,
  tickets: 53,
  tags: 2,
  messages: 406,
  media: 4,
};
const START = 1_700_000_000;
const at = (hours: number) => START + hours * 3600;

export interface Account {
  account: Made;
  agents: Made[];
  teams: Made[];
  members: Record<string, Made[]>;
  inboxes: Made[];
  labels: Made[];
  canned: Made[];
  contacts: (Made & { labels?: string[] })[];
  conversations: Made[];
  messages: Record<string, Made[]>;
}

/** Everything of an account; `people` tells its agents' e-mails apart from those of other tests. */
export function someAccount(people: string): Account {
  const user = (id: number, name: string) => ({
    id,
    name,
    type: "user",
    email: `${name.toLowerCase()}-${people}@test.local`,
  });
  const agents = [
    { ...user(1, "Ana"), role: "administrator", confirmed: true },
    { ...user(2, "Beto"), role: "agent", confirmed: true },
    { id: 3, name: null, email: null, role: "agent", confirmed: false },
  ];
  const inboxes = [
    { id: 10, name: "WhatsApp", channel_type: "Channel::Whatsapp", greeting_enabled: true, greeting_message: "Olá 👋" },
    { id: 11, name: "Site", channel_type: "Channel::WebWidget", greeting_enabled: false, greeting_message: "nicht" },
    { id: 12, name: "Página", channel_type: "Channel::FacebookPage" },
    { id: 13, name: "E-mail", channel_type: "Channel::Email" },
  ];
  const contacts: Account["contacts"] = [];
  for (let n = 1; n <= 33; n++) {
    contacts.push({
      ...{ id: n, name: n === 2 ? "عميل مهم" : `Cliente ${n}`, email: n === 3 ? "c3@example.com" : null },
      ...{ phone_number: `+55119810${String(n).padStart(5, "0")}`, identifier: null, created_at: at(n) },
      ...{ custom_attributes: n === 1 ? { Plano: "Ouro", filhos: ["a", "b"] } : {}, contact_inboxes: [] },
      ...(n <= 20 ? { labels: ["vip"] } : {}),
    });
  }
  // Written twice, through a gateway, on Facebook.
  contacts.push({ id: 34, name: "De novo", phone_number: "+5511981000001", created_at: at(40) });
  contacts.push({
    id: 35,
    name: null,
    identifier: "5511981000099@s.whatsapp.net",
    phone_number: null,
    created_at: at(41),
  });
  contacts.push({
    ...{ id: 36, name: "Fã", email: "fa@example.com", created_at: at(42) },
    contact_inboxes: [{ source_id: "7123456789012345", inbox: { id: 12, channel_type: "Channel::FacebookPage" } }],
  });
  const visitor = { id: 99, name: "patient-moon-42", type: "contact", phone_number: null, email: null };

  const conversations: Made[] = [];
  const messages: Account["messages"] = {};
  for (let n = 1; n <= 53; n++) {
    const sender = n === 53 ? visitor : contacts[(n - 1) % 36]!;
    conversations.push({
      ...{
        id: n,
        inbox_id: n === 53 ? 11 : n === 52 ? 13 : n === 36 ? 12 : 10,
        created_at: at(n),
        last_activity_at: at(n + 1),
      },
      status: n <= 30 ? "resolved" : n === 31 ? "snoozed" : n === 32 ? "pending" : "open",
      labels: n === 1 ? ["vip", "Não paga"] : [],
      meta: {
        sender,
        ...(n % 2 ? { assignee: agents[0] } : {}),
        ...(n === 33 ? { team: { id: 20, name: "Vendas" } } : {}),
      },
      agent_last_seen_at: n === 33 ? at(n) : at(n + 2),
    });
    messages[n] = [message(n * 1000 + 1, n, { content: `Oi ${n}`, sender: { id: sender.id, type: "contact" } })];
  }
  messages[1]!.push(
    ...[message(1002, 1, { message_type: 2, content: "Conversation was marked resolved by Ana" })],
    message(1003, 1, { message_type: 1, content: "nota", private: true, sender: user(1, "Ana") }),
    message(1004, 1, {
      ...{ message_type: 1, content: "resposta", status: "read", source_id: "wamid.OUT", sender: user(1, "Ana") },
      content_attributes: { in_reply_to: 1001 },
    }),
    message(1005, 1, {
      ...{ content: null, source_id: "wamid.FILES" },
      attachments: ["foto.png", "segunda foto.png", "gone.png"]
        .map((name, n) => `/rails/active_storage/blobs/redirect/abc${n}/${encodeURIComponent(name)}`)
        // An address inside that a message names is never asked.
        .concat("http://127.0.0.1:9/inner.png")
        .map((data_url, id) => ({ id, file_type: "image", data_url })),
    }),
    message(1006, 1, {
      content: "aqui",
      attachments: [{
        id: 9,
        file_type: "location",
        coordinates_lat: -23.5,
        coordinates_long: -46.6,
        fallback_title: "Loja",
      }],
    }),
    message(1007, 1, { content: "apagada", content_attributes: { deleted: true } }),
    message(1008, 1, { message_type: 3, content: "Nosso horário: 9 às 18", sender: null }),
  );
  for (let n = 0; n < 344; n++) {
    messages[33]!.push(message(33_100 + n, 33, { content: `história ${n}`, created_at: at(34) }));
  }
  return {
    account: { id: 3, name: `Loja ${people}`, locale: "pt_BR" },
    ...{ agents, inboxes, contacts, conversations, messages },
    teams: [{ id: 20, name: "Vendas" }, { id: 21, name: "vendas" }],
    members: { 20: [agents[0]!], 21: [] },
    labels: [{ id: 1, title: "vip", color: "#AABBCC" }, { id: 2, title: "Não paga", color: null }],
    canned: [{ id: 1, short_code: "/bomdia", content: "Bom dia!" }, { id: 2, short_code: "", content: "?" }],
  };
}
function message(id: number, conversation: number, more: Made): Made {
  return {
    ...{ id, conversation_id: conversation, message_type: 0, content_type: "text", private: false, status: "sent" },
    ...{ created_at: at(conversation) + (id % 1000), source_id: null, content_attributes: {} },
    ...more,
  };
}
