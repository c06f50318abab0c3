// Databases as three products of the family make them: tables and columns as their public migrations name them, rows written here.
// Among the rows are the kinds of wrong ones that years of bots, spreadsheets and updates leave behind.

type Type = "int" | "text" | "bool" | "time";
export interface Table {
  columns: Record<string, Type>;
  rows: Record<string, unknown>[];
}
export type Product = "community" | "ticketz" | "saas";
export type Database = Record<string, Table>;

/** Of the password `Segredo-2026`, cost 8, as the family stores it. */
export const HASH = "$2b$08$7cuJjnUbmDETIxnlgcR6tOB/mKghtFPlrmkcVK9MyBxIztn/g7zTq";
const at = (minute: number) => new Date(Date.UTC(2025, 2, 1) + minute * 60_000);

/** How many rows of each kind have a place here. */
export const TAKEN = { users: 3, queues: 2, connections: 2, contacts: 40, tickets: 60, messages: 600 };

/** A database of the product; `people` tells e-mails apart, which are unique on a server. */
export function familyDatabase(product: Product, people: string): Database {
  const many = product !== "community";
  const company = many ? { companyId: 7 } : {};
  const inCompany: Record<string, Type> = many ? { companyId: "int" } : {};
  const numbered = product === "saas";
  const stamps: Record<string, Type> = { createdAt: "time", updatedAt: "time" };
  const stamped = (minute: number) => ({ createdAt: at(minute), updatedAt: at(minute) });
  const messageId = (n: number) => numbered ? n : `3EB0${String(n).padStart(6, "0")}`;
  const messages = Array.from({ length: TAKEN.messages }, (_, n) => ({
    ...{ id: messageId(n + 1), ...(numbered && { wid: `WID${n + 1}` }), ticketId: n % TAKEN.tickets + 1, ...company },
    ...{
      fromMe: n % 3 === 0,
      body: n % 7 === 0 ? "Olá, ação! مرحبا 👋" : `Mensagem ${n}`,
      ack: n % 5,
      read: n % 2 === 0,
    },
    ...{ mediaType: n % 50 === 1 ? "image" : "conversation", mediaUrl: n % 50 === 1 ? `foto-${n}.png` : null },
    ...{ isDeleted: n === 5, isEdited: n === 6, quotedMsgId: n === 120 ? messageId(61) : null },
    ...(many && { userId: n % 3 === 0 ? 1 : null, queueId: null }),
    ...stamped(n),
  }));
  const columns: Record<string, Type> = {
    ...{ id: numbered ? "int" : "text", ...(numbered && { wid: "text" }), ticketId: "int", ...inCompany },
    ...{ fromMe: "bool", body: "text", ack: "int", read: "bool", mediaType: "text", mediaUrl: "text" },
    ...{ isDeleted: "bool", isEdited: "bool", quotedMsgId: numbered ? "int" : "text" },
    ...(many && { userId: "int", queueId: "int" }),
    ...stamps,
  } as Record<string, Type>;
  const wrongMessage = (n: number, change: Record<string, unknown>) => ({
    ...messages[0],
    ...{
      id: messageId(9_000 + n),
      ...(numbered && { wid: `WRONG${n}` }),
      mediaUrl: null,
      quotedMsgId: null,
      ...change,
    },
  });
  return {
    ...(many && {
      Companies: {
        columns: { id: "int", name: "text", email: "text", phone: "text", dueDate: "text", ...stamps },
        rows: [{ id: 7, name: "Padaria São João", email: "", phone: null, dueDate: "2020-01-01", ...stamped(0) }, {
          ...{ id: 8, name: "Outra", email: null, phone: null, dueDate: null },
          ...stamped(0),
        }],
      },
    }),
    Users: {
      columns: {
        id: "int",
        name: "text",
        email: "text",
        passwordHash: "text",
        profile: "text",
        ...inCompany,
        ...stamps,
      },
      rows: [
        {
          id: 1,
          name: "Ana",
          email: `ANA-${people}@Test.local`,
          passwordHash: HASH,
          profile: "admin",
          ...company,
          ...stamped(0),
        },
        {
          id: 2,
          name: null,
          email: `bia-${people}@test.local`,
          passwordHash: null,
          profile: "user",
          ...company,
          ...stamped(0),
        },
        {
          id: 3,
          name: "Sem e-mail",
          email: null,
          passwordHash: HASH,
          profile: "supervisor",
          ...company,
          ...stamped(0),
        },
      ],
    },
    Queues: {
      columns: { id: "int", name: "text", color: "text", greetingMessage: "text", ...inCompany, ...stamps },
      rows: [
        { id: 1, name: "Vendas", color: "#ff0000", greetingMessage: "Oi! 👋", ...company, ...stamped(0) },
        { id: 2, name: "VENDAS", color: "#FF0000", greetingMessage: null, ...company, ...stamped(0) },
      ],
    },
    UserQueues: {
      columns: { userId: "int", queueId: "int", ...stamps },
      rows: [{ userId: 1, queueId: 1, ...stamped(0) }],
    },
    ...(product === "ticketz" && {
      QueueOptions: {
        columns: {
          id: "int",
          title: "text",
          message: "text",
          option: "text",
          queueId: "int",
          parentId: "int",
          ...stamps,
        },
        rows: [
          { id: 1, title: "Preços", message: "Veja", option: "1", queueId: 1, parentId: null, ...stamped(0) },
          { id: 2, title: null, message: null, option: "1", queueId: null, parentId: 1, ...stamped(0) },
          { id: 3, title: "Volta", message: "", option: "1", queueId: 1, parentId: 4, ...stamped(0) },
          { id: 4, title: "Volta", message: "", option: "2", queueId: 1, parentId: 3, ...stamped(0) },
        ],
      },
    }),
    ...(product === "saas" && {
      Chatbots: {
        columns: {
          id: "int",
          name: "text",
          greetingMessage: "text",
          queueId: "int",
          chatbotId: "int",
          optQueueId: "int",
          ...stamps,
        },
        rows: [
          {
            id: 1,
            name: "Preços",
            greetingMessage: "Veja",
            queueId: 1,
            chatbotId: null,
            optQueueId: null,
            ...stamped(0),
          },
          { id: 2, name: "Outra fila", greetingMessage: "", queueId: null, chatbotId: 1, optQueueId: 2, ...stamped(0) },
        ],
      },
    }),
    Whatsapps: {
      columns: {
        id: "int",
        name: "text",
        status: "text",
        isDefault: "bool",
        session: "text",
        greetingMessage: "text",
        ...inCompany,
        ...stamps,
      },
      rows: [
        {
          id: 1,
          name: "Loja",
          status: "CONNECTED",
          isDefault: true,
          session: "{chaves}",
          greetingMessage: "Olá",
          ...company,
          ...stamped(0),
        },
        {
          id: 2,
          name: "loja",
          status: "qrcode",
          isDefault: true,
          session: null,
          greetingMessage: null,
          ...company,
          ...stamped(0),
        },
      ],
    },
    WhatsappQueues: {
      columns: { whatsappId: "int", queueId: "int", ...stamps },
      rows: [{ whatsappId: 1, queueId: 1, ...stamped(0) }],
    },
    Contacts: {
      columns: {
        id: "int",
        name: "text",
        number: "text",
        email: "text",
        isGroup: "bool",
        ...(numbered && { lid: "text" }),
        ...inCompany,
        ...stamps,
      },
      rows: [
        ...Array.from({ length: TAKEN.contacts }, (_, n) => ({
          ...{
            id: n + 1,
            name: n === 3 ? null : `Cliente ${n} ção`,
            number: `55119${String(81_000_000 + n)}`,
            email: "",
            isGroup: false,
          },
          ...(n === 0 && { name: "Família", number: "120363040000000001", isGroup: true }),
          ...company,
          ...stamped(n),
        })),
        { id: 901, name: "A mesma", number: "+55 11 981000001", email: "", isGroup: false, ...company, ...stamped(0) },
        {
          id: 902,
          name: "Letras ‮ao contrário",
          number: "sem número",
          email: "",
          isGroup: false,
          ...company,
          ...stamped(0),
        },
      ],
    },
    ContactCustomFields: {
      columns: { id: "int", name: "text", value: "text", contactId: "int", ...stamps },
      rows: [{ id: 1, name: "CPF", value: "123", contactId: 2, ...stamped(0) }, {
        id: 2,
        name: null,
        value: "x",
        contactId: 2,
        ...stamped(0),
      }],
    },
    ...(many && {
      Tags: {
        columns: { id: "int", name: "text", color: "text", ...inCompany, ...stamps },
        rows: [{ id: 1, name: "Atenção", color: "#abc", ...company, ...stamped(0) }, {
          id: 2,
          name: null,
          color: "azul",
          ...company,
          ...stamped(0),
        }],
      },
      TicketTags: {
        columns: { ticketId: "int", tagId: "int", ...stamps },
        rows: [{ ticketId: 1, tagId: 1, ...stamped(0) }, { ticketId: 999, tagId: 1, ...stamped(0) }],
      },
      ContactTags: {
        columns: { contactId: "int", tagId: "int", ...stamps },
        rows: [{ contactId: 1, tagId: 1, ...stamped(0) }, { contactId: 1, tagId: 77, ...stamped(0) }],
      },
    }),
    Tickets: {
      columns: {
        id: "int",
        status: "text",
        contactId: "int",
        whatsappId: "int",
        queueId: "int",
        userId: "int",
        isGroup: "bool",
        unreadMessages: "int",
        lastMessage: "text",
        ...inCompany,
        ...stamps,
      },
      rows: [
        ...Array.from({ length: TAKEN.tickets }, (_, n) => ({
          ...{
            id: n + 1,
            status: n < 40 ? ["open", "pending", "closed"][n % 3] : n % 2 ? "nps" : "open",
            contactId: n % TAKEN.contacts + 1,
          },
          ...{
            whatsappId: n === 9 ? null : 1,
            queueId: n % 4 ? 1 : null,
            userId: n % 3 === 0 ? 1 : null,
            isGroup: n % TAKEN.contacts === 0,
          },
          ...{ unreadMessages: 3, lastMessage: "velha", ...company },
          ...stamped(n),
        })),
        {
          id: 950,
          status: "open",
          contactId: 12_345,
          whatsappId: 1,
          queueId: null,
          userId: 1,
          isGroup: false,
          unreadMessages: 0,
          lastMessage: "",
          ...company,
          ...stamped(0),
        },
      ],
    },
    Messages: {
      columns,
      rows: [
        ...messages,
        wrongMessage(1, { ticketId: 99_999 }),
        wrongMessage(2, { createdAt: new Date(Date.UTC(1970, 0, 1)) }),
        wrongMessage(3, { mediaType: "reactionMessage", body: "👍" }),
      ],
    },
    [product === "community" ? "QuickAnswers" : "QuickMessages"]: {
      columns: {
        id: "int",
        [product === "community" ? "shortcut" : "shortcode"]: "text",
        message: "text",
        ...(many && { userId: "int" }),
        ...inCompany,
        ...stamps,
      } as Record<string, Type>,
      rows: [
        {
          id: 1,
          [product === "community" ? "shortcut" : "shortcode"]: "/oi",
          message: "Olá! ✨",
          ...(many && { userId: 1 }),
          ...company,
          ...stamped(0),
        },
        {
          id: 2,
          [product === "community" ? "shortcut" : "shortcode"]: null,
          message: "sem atalho",
          ...(many && { userId: null }),
          ...company,
          ...stamped(0),
        },
      ],
    },
    Settings: {
      columns: { ...(many && { id: "int" }), key: "text", value: "text", ...inCompany, ...stamps } as Record<
        string,
        Type
      >,
      rows: [
        { ...(many && { id: 1 }), key: "userRating", value: "enabled", ...company, ...stamped(0) },
        { ...(many && { id: 2 }), key: "scheduleType", value: "sempre", ...company, ...stamped(0) },
        { ...(many && { id: 3 }), key: "apiToken", value: "segredo", ...company, ...stamped(0) },
      ],
    },
  };
}
