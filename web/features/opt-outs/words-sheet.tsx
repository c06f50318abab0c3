import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { optOuts, WORD_MAX, WORDS_MAX } from "../../../api/features/opt-outs/contract.ts";
import { useCall, useRead } from "../../core/query.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

const linesOf = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** The words by which customers opt out, one a line. */
export function WordsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("opt-outs");
  const known = useRead(optOuts.words);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? known.data?.words.join("\n") ?? "";
  const save = useCall(optOuts.setWords, {
    refresh: [optOuts.words],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
  });
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t("wordsTitle")}
      dirty={typed !== undefined && typed !== known.data?.words.join("\n")}
      busy={save.isPending || known.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: { words: linesOf(text).map((line) => line.slice(0, WORD_MAX)).slice(0, WORDS_MAX) } });
      }}
    >
      <Field label={t("words")} hint={t("wordsHint")}>
        <Textarea
          rows={14}
          value={text}
          disabled={known.isPending}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </FormSheet>
  );
}
