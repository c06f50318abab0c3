import { X } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { chats } from "../../../api/features/chats/contract.ts";
import { useRead } from "../../core/query.ts";
import { formatListTime } from "../../core/words/format.ts";
import { SearchField } from "../../patterns/lists/search-field.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { IconButton } from "../../ui/icon-button.tsx";

interface Props {
  chatId: number;
  onJump: (messageId: number) => void;
  onClose: () => void;
}
/** Finds what was said in a chat; a press on a line goes there. */
export function ChatSearch({ chatId, onJump, onClose }: Props) {
  const { t } = useTranslation("chats");
  const { typed, setTyped, search } = useSearch();
  const query = { searchParam: search };
  const { data } = useRead(chats.search, { params: { id: chatId }, query }, { enabled: search !== "", keep: false });
  const found = search ? data?.records ?? [] : [];
  return (
    <section
      aria-label={t("searchIn")}
      className="shrink-0 border-b border-line bg-surface"
      onKeyDown={(e) => e.key === "Escape" && onClose()}
    >
      <div className="flex items-center gap-2 px-3 py-2">
        <SearchField value={typed} onChange={setTyped} label={t("searchIn")} autoFocus className="flex-1" />
        <IconButton icon={X} label={t("do.close")} tip="none" onClick={onClose} />
      </div>
      {search && data && (
        <p role="status" className="px-4 pb-2 text-meta text-fg-subtle">{t("found", { count: found.length })}</p>
      )}
      {found.length > 0 && (
        <ul className="max-h-60 overflow-y-auto border-t border-line">
          {found.map((said) => (
            <li key={said.id}>
              <button
                type="button"
                onClick={() => onJump(said.id)}
                className="flex min-h-11 w-full items-baseline gap-2 px-4 py-1.5 text-left outline-offset-[-2px] hover:bg-hover"
              >
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {t("said", { name: said.senderName ?? t("left"), text: said.message })}
                </span>
                <time dateTime={said.createdAt} className="shrink-0 text-small text-fg-subtle tabular-nums">
                  {formatListTime(said.createdAt)}
                </time>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
