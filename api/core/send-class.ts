/**
 * What a message is to the line that sends it; each class goes before the next. `reply`: what a person wrote, or an answer that is
 * owed to the customer right now. `single`: to one person, because a schedule, another program or a lane of the board says so.
 * `campaign`: one of many. Kept as the place in this list.
 */
export const SEND_CLASSES = ["reply", "single", "campaign"] as const;
export type SendClass = typeof SEND_CLASSES[number];
