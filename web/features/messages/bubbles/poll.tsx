import { ChartBarBig } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { pollOf } from "../../../core/words/message-data.ts";
import { RichText } from "./text/rich-text.tsx";

/** A poll: its question and choices. The votes are seen on the phone only. */
export function PollContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const poll = pollOf(message.data);
  if (!poll) return <RichText text={message.body} />;
  return (
    <div className="w-64 max-w-full py-0.5">
      <span className="flex items-center gap-1.5 text-meta text-fg-subtle">
        <ChartBarBig aria-hidden className="size-3.5" /> {t("poll")}
      </span>
      <span dir="auto" className="mb-1.5 block font-600 wrap-anywhere">{poll.question}</span>
      <ul className="space-y-1">
        {poll.options.map((option, place) => (
          <li key={place} className="flex items-start gap-2 rounded-control bg-hover px-2.5 py-1.5">
            <span aria-hidden className="mt-0.5 size-4 shrink-0 rounded-full border-2 border-line-strong" />
            <span dir="auto" className="min-w-0 wrap-anywhere">{option}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
