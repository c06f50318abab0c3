import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { prompts } from "../../../api/features/prompts/contract.ts";
import { useCall } from "../../core/query.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import type { Values } from "./prompt-sheet.tsx";

interface Props {
  /** Of a stored prompt: its key is used where none is typed. */
  id?: number;
  values: () => Values;
}

/** Asks the model something with what is typed, and shows the answer with what it cost in tokens. */
export function Trial({ id, values }: Props) {
  const { t } = useTranslation("prompts");
  const [question, setQuestion] = useState("");
  const test = useCall(prompts.test);
  const result = test.data;
  const ask = () => {
    const { queueId: _, ...typed } = values();
    test.mutate({ body: { ...typed, question, ...id !== undefined && { id } } });
  };
  return (
    <section aria-label={t("test")} className="space-y-2 border-t border-line pt-4">
      <div className="flex items-end gap-2">
        <Field label={t("question")} className="flex-1">
          <Input
            maxLength={2000}
            value={question}
            onChange={(e) => setQuestion(e.target.value)}
            onKeyDown={(e) => {
              if (e.key !== "Enter") return;
              // Enter asks; it does not save what is being tried.
              e.preventDefault();
              if (question.trim()) ask();
            }}
          />
        </Field>
        <Button busy={test.isPending} disabled={!question.trim()} onClick={ask}>
          <FlaskConical aria-hidden /> {t("test")}
        </Button>
      </div>
      <div role="status" ref={(shown) => result && shown?.scrollIntoView({ block: "nearest" })}>
        {result?.ok && (
          <div className="rounded-control bg-success-soft px-3 py-2">
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">{result.answer}</p>
            <p className="text-meta text-fg-muted tabular-nums">
              {t("cost", { tokensIn: result.tokensIn, tokensOut: result.tokensOut, ms: result.ms })}
              {result.cost && ` · ${t("costs", { cost: result.cost })}`}
            </p>
            <details className="mt-1 text-meta">
              <summary className="cursor-pointer text-fg-muted touch:min-h-11">{t("told")}</summary>
              <p
                dir="auto"
                tabIndex={0}
                className="mt-1 max-h-60 overflow-y-auto whitespace-pre-wrap text-fg-muted wrap-anywhere"
              >
                {result.told}
              </p>
            </details>
          </div>
        )}
        {result && !result.ok && (
          <div className="rounded-control bg-danger-soft px-3 py-2">
            <p className="font-500 text-danger">{t(`reason.${result.reason}`)}</p>
            {result.detail && <p className="text-meta wrap-anywhere">{result.detail}</p>}
          </div>
        )}
      </div>
    </section>
  );
}
