// How live events change the lists of tags: the server's order, by name, each kind by itself.
import { byName } from "../../../api/contract/words/name-order.ts";
import { type Tag, tags } from "../../../api/features/tags/contract.ts";
import { deviceAlways } from "../../core/device/source.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

const ofKind = (tag: Tag, kanban: unknown) => tag.kanban === Number(kanban ?? 0);

liveList(tags.list, {
  belongs: (tag, { query = {} }) =>
    ofKind(tag, query.kanban) && foldText(tag.name).includes(foldText(query.searchParam?.trim() ?? "")) &&
    (query.tagId === undefined || Number(query.tagId) === tag.id),
  sort: byName,
});
/** Lanes in the order of the board, tags of contacts by name. */
const inPlace = (a: Tag, b: Tag) => a.position - b.position || byName(a, b);
liveList(tags.all, { belongs: (tag, { query = {} }) => ofKind(tag, query.kanban), sort: inPlace });
// What a filter or a conversation offers is there without a network too.
deviceAlways(tags.all);
