// How live events change the lists of quick messages, in the server's order; the device has them without a network too.
import { compareNames } from "../../../api/contract/words/name-order.ts";
import { type QuickMessage, quickMessages } from "../../../api/features/quick-messages/contract.ts";
import { deviceAlways } from "../../core/device/source.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

const byCode = (a: QuickMessage, b: QuickMessage) => compareNames(a.shortcode, b.shortcode) || a.id - b.id;

liveList(quickMessages.list, {
  belongs: ({ shortcode, message }, { query = {} }) =>
    foldText(`${shortcode} ${message}`).includes(foldText(query.searchParam?.trim() ?? "")),
  sort: byCode,
});
liveList(quickMessages.all, { belongs: ({ status }) => status, sort: byCode });
deviceAlways(quickMessages.all);
