// What the people of the convergence proof do in chats of their own.
import { platform } from "../../../db/tenant.ts";
import { chats } from "../../features/chats/contract.ts";
import type { Person } from "../../core/testing/api.ts";
import type { Chance } from "../harness.ts";

interface Around {
  chance: Chance;
  anyone: () => Person;
  everybody: () => Person[];
  name: () => string;
}

/** The deeds to draw from: by members, and by people who are none and are refused. */
export function chatDeeds(office: Around): Record<string, () => Promise<unknown>> {
  // Looked up when a deed is done: the office makes them before it has its people.
  const anyone = () => office.anyone();
  const everybody = () => office.everybody();
  const name = () => office.name();
  const someChat = async (groups = false) => {
    const [first] = everybody();
    const rows = await platform()<{ id: number; position: number }[]>`
      select id, last_position as position from app.chats
      where company_id = ${first!.companyId} and (pair is null or not ${groups}) order by id`;
    return rows.length ? office.chance.pick(rows) : undefined;
  };
  const someMessage = async () => {
    const [first] = everybody();
    const rows = await platform()<{ id: number }[]>`
      select id from app.chat_messages where company_id = ${first!.companyId} order by id desc limit 6`;
    return rows.length ? office.chance.pick(rows) : undefined;
  };
  const colleagues = () => everybody().filter(() => office.chance.pick([true, false])).map(({ userId }) => userId);
  const inChat = (deed: (params: { id: number }, position: number) => Promise<unknown>) => async () => {
    const chat = await someChat();
    if (chat) await deed({ id: chat.id }, chat.position);
  };
  const onMessage = (deed: (params: { id: number }) => Promise<unknown>) => async () => {
    const message = await someMessage();
    if (message) await deed({ id: message.id });
  };
  return {
    chatNew: () => anyone().call(chats.create, { body: { title: name(), users: colleagues() } }),
    chatOfTwo: () => anyone().call(chats.create, { body: { users: [anyone().userId] } }),
    chatChange: inChat((params) =>
      anyone().call(chats.update, { params, body: { title: name(), users: colleagues() } })
    ),
    chatGone: async () => {
      const chat = office.chance.between(0, 3) ? undefined : await someChat(true);
      if (chat) await anyone().call(chats.remove, { params: { id: chat.id } });
    },
    chatLeft: inChat((params) => anyone().call(chats.leave, { params })),
    chatSays: inChat((params) => anyone().call(chats.send, { params, body: { message: name() } })),
    chatSaysAgain: inChat((params) => anyone().call(chats.send, { params, body: { message: name() } })),
    chatRead: inChat((params, position) =>
      anyone().call(chats.read, { params, body: { position: office.chance.between(0, position) } })
    ),
    chatMuted: inChat((params) =>
      anyone().call(chats.mute, { params, body: { muted: office.chance.pick([true, false]) } })
    ),
    chatEdit: onMessage((params) => anyone().call(chats.edit, { params, body: { message: name() } })),
    chatTakenBack: onMessage((params) => anyone().call(chats.removeMessage, { params })),
    chatReacts: onMessage((params) =>
      anyone().call(chats.react, { params, body: { emoji: office.chance.pick(["👍", "❤️", null]) } })
    ),
  };
}
