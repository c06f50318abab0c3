// What may be done with a message: by its state, its age and its channel (docs/product/messages.md).
import { EDIT_WINDOW_MS } from "../../../../api/contract/limits.ts";
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { forwardable } from "../forward/state.ts";

export interface Allowed {
  reply: boolean;
  react: boolean;
  copy: boolean;
  edit: boolean;
  download: boolean;
  forward: boolean;
  remove: boolean;
}

/** In the place of a state: the conversation is another queue's, and one may read it. */
export const READ_ONLY = "read";

/** `now` in ms. Editing is for one's own texts within 15 minutes, where the channel can, and for notes. */
export function allowed(
  message: Message,
  status: string,
  channel: Pick<ChannelInfo, "abilities"> | undefined,
  me: number,
  now: number,
): Allowed {
  const can = (ability: string) => channel?.abilities[ability] === true;
  const { isDeleted, isPrivate, fromMe } = message;
  const open = status === "open" || status === "group";
  const there = !isDeleted;
  const works = status !== READ_ONLY;
  const sent = message.status === "sent";
  const young = now - Date.parse(message.createdAt) < EDIT_WINDOW_MS;
  return {
    reply: there && !isPrivate && open && can("quote"),
    react: works && there && !isPrivate && sent && can("react"),
    copy: there && message.body !== "",
    edit: there && fromMe && message.userId === me && message.mediaType === "chat" && young && open &&
      (isPrivate || (can("edit") && sent)),
    download: there && message.mediaUrl !== null,
    forward: forwardable(message),
    remove: works && there && fromMe && (isPrivate || !sent || can("remove")),
  };
}
