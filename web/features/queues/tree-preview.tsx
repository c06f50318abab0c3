import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Words, wordsOf } from "../../../api/contract/words/bot-words.ts";
import { fileLists } from "../../../api/features/file-lists/contract.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { users } from "../../../api/features/users/contract.ts";
import { useMe } from "../../core/who/me.ts";
import { useList, useRead } from "../../core/query.ts";
import { at, type Option, type Path, type Tree } from "./tree.ts";

interface Props {
  greeting: string;
  tree: Tree;
  /** The option that is being looked at; the conversation leads to it. */
  path: Path | null;
  onChoose: (key: string) => void;
}

interface BotProps {
  text: string;
  options: Tree;
  words: Words;
  onChoose: (key: string) => void;
}
/** `*sair* - Encerrar`: what the bot writes bold is bold. */
function Way({ line }: { line: string }) {
  const [, key, rest] = /^\*(.+?)\*(.*)$/.exec(line) ?? [];
  return (
    <p className="px-1 text-fg-muted">
      <b className="font-600">{key}</b>
      {rest}
    </p>
  );
}

function Bot({ text, options, words, onChoose }: BotProps) {
  const { t } = useTranslation("queues");
  const line = "block w-full rounded-control px-1 text-left wrap-anywhere hover:bg-hover touch:min-h-11";
  return (
    <div className="max-w-[88%] rounded-bubble rounded-tl-control bg-bubble-in px-3 py-2 wrap-anywhere">
      {text.trim()
        ? <p className="whitespace-pre-wrap">{text.trim()}</p>
        : options.length === 0 && <p className="text-fg-subtle italic">{t("preview.silent")}</p>}
      {options.length > 0 && (
        <div className="mt-2 -mx-1">
          {options.map((option, index) => (
            <button
              key={option.key}
              type="button"
              className={line}
              onClick={() => onChoose(option.key)}
            >
              <b className="font-600">{index + 1}</b> - {option.name || "…"}
            </button>
          ))}
          <Way line={words.backLine} />
          <Way line={words.leaveLine} />
        </div>
      )}
    </div>
  );
}

/** What the customer reads on the way to an option: the greeting, the lists, their answers, and how it ends. */
export function TreePreview({ greeting, tree, path, onChoose }: Props) {
  const { t, i18n } = useTranslation("queues");
  const { company } = useMe();
  // A person kept by an earlier version has no language.
  const spoken = company.language ?? "pt";
  const words = wordsOf(spoken);
  const { data: allQueues = [] } = useRead(queues.list);
  const { data: people = [] } = useRead(users.colleagues);
  const { records: lists } = useList(fileLists.list, { query: {} });
  const steps = (path ?? []).map((place, depth) => ({ place, option: at(tree, path!.slice(0, depth + 1)) }))
    .filter((step): step is { place: number; option: Option } => step.option !== undefined);
  const last = steps.at(-1)?.option;
  const ending = (option: Option) => {
    if (option.options.length > 0) return null;
    if (option.closeTicket && option.queueType !== "file") return t("preview.closes");
    if (option.queueType === "queue") {
      return t("preview.toQueue", { name: allQueues.find(({ id }) => id === option.optQueueId)?.name ?? "…" });
    }
    if (option.queueType === "attendent") {
      return t("preview.toPerson", { name: people.find(({ id }) => id === option.optUserId)?.name ?? "…" });
    }
    if (option.queueType === "file") {
      return t("preview.sends", { name: lists.find(({ id }) => id === option.optFileId)?.name ?? "…" });
    }
    if (option.queueType === "integration") return t("preview.integration");
    return t("preview.waits");
  };
  const end = last && ending(last);
  const language = new Intl.DisplayNames([i18n.language], { type: "language" }).of(spoken);
  return (
    <section aria-label={t("preview.title")} className="rounded-card border border-line bg-bg p-3">
      <h3 className="mb-2 text-meta font-500 text-fg-muted">{t("preview.title")}</h3>
      <div className="space-y-2">
        <Bot text={greeting} options={tree} words={words} onChoose={onChoose} />
        {steps.map(({ place, option }) => (
          <div key={option.key} className="space-y-2">
            <p className="ml-auto w-fit rounded-bubble rounded-tr-control bg-bubble-out px-3 py-2 tabular-nums">
              {place + 1}
            </p>
            <Bot text={option.greetingMessage} options={option.options} words={words} onChoose={onChoose} />
          </div>
        ))}
        {end && <p className="text-center text-meta text-fg-muted">{end}</p>}
        {!i18n.language.startsWith(spoken) && tree.length > 0 && (
          <p className="text-meta text-fg-subtle">{t("preview.language", { language })}</p>
        )}
      </div>
    </section>
  );
}
