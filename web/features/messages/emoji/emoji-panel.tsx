import { type EmojiData, EmojiPicker } from "frimousse";
import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { language } from "../../../core/words/i18n/i18n.ts";
import { usePhone } from "../../../patterns/use-phone.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { noteEmoji, recentEmoji } from "./recent.ts";

/** The picker speaks these; in Turkish it speaks English, which its data lacks. */
const SPOKEN = ["pt", "en", "es"];
/** As the build names its files: up to which Unicode emoji version they go. */
const VERSION = 15;

async function dataOf(locale: string, { signal }: { signal?: AbortSignal }): Promise<EmojiData> {
  const answer = await fetch(`/assets/emoji/${locale}-${VERSION}.json`, { signal });
  if (!answer.ok) throw new Error(`emoji: ${answer.status}`);
  return await answer.json();
}

const square = "grid size-9 place-items-center rounded-control text-[20px] leading-none hover:bg-hover touch:size-11";

/** All emoji by search and by kind, those used last on top, in the skin tone of one's choice. */
export function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation("messages");
  const phone = usePhone();
  const [recent] = useState(recentEmoji);
  const spoken = language().slice(0, 2);
  const pick = (emoji: string) => {
    noteEmoji(emoji);
    onPick(emoji);
  };
  return (
    <EmojiPicker.Root
      locale={SPOKEN.includes(spoken) ? spoken : "en"}
      columns={phone ? 7 : 8}
      resolveEmojiData={dataOf}
      onEmojiSelect={({ emoji }) => pick(emoji)}
      className="flex h-90 max-h-[min(50dvh,360px)] w-fit max-w-full flex-col"
    >
      <div className="flex items-center gap-1 border-b border-line p-2">
        <EmojiPicker.Search
          aria-label={t("emoji.search")}
          placeholder={t("emoji.search")}
          className="field h-control! min-w-0 flex-1"
          autoFocus={!phone}
        />
        <EmojiPicker.SkinToneSelector aria-label={t("emoji.tone")} className={`${square} shrink-0`} />
      </div>
      {recent.length > 0 && (
        <div
          role="group"
          aria-label={t("emoji.recent")}
          className="flex shrink-0 overflow-x-auto border-b border-line p-1"
        >
          {recent.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={`${square} shrink-0`}
              onClick={() => pick(emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
      <EmojiPicker.Viewport className="relative min-h-0 flex-1 overflow-y-auto outline-none">
        <EmojiPicker.Loading className="absolute inset-0 grid place-items-center">
          <Spinner />
          <span className="sr-only">{t("emoji.loading")}</span>
        </EmojiPicker.Loading>
        <EmojiPicker.Empty className="absolute inset-0 grid place-items-center p-4 text-center text-fg-muted">
          {t("emoji.none")}
        </EmojiPicker.Empty>
        <EmojiPicker.List
          className="pb-1.5 select-none"
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div {...props} className="bg-raised px-2.5 pt-2.5 pb-1 text-meta font-600 text-fg-muted">
                {category.label}
              </div>
            ),
            // The library counts rows and columns from nought, which screen readers do not know.
            Row: ({ children, ...props }) => (
              <div {...props} aria-rowindex={(props["aria-rowindex"] ?? 0) + 1} className="flex px-1">{children}</div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button
                type="button"
                {...props}
                aria-colindex={(props["aria-colindex"] ?? 0) + 1}
                className={`${square} data-[active]:bg-hover`}
              >
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}
