import { Paperclip, Send, X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { v7 as uuid } from "uuid";
import { messagesApi } from "../../../api/features/messages-api/contract.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { codeText } from "../../core/words/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input, Textarea } from "../../ui/input.tsx";

type Outcome = { ok: boolean; status: number; text: string } | null;

/** Sends a real message by the very call that programs make, and shows what it answered. A `token` that is shown fills the field. */
export function TestForm({ token }: { token: string | undefined }) {
  const { t } = useTranslation("messages-api");
  const [typed, setTyped] = useState<string | null>(null);
  const [number, setNumber] = useState("");
  const [body, setBody] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<{ token?: string; number?: string; body?: string }>({});
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const used = typed ?? token ?? "";

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(!used.trim() && { token: t("field.required") }),
      ...(number.replace(/\D/g, "").length < 8 && { number: t("numberWrong") }),
      ...(!body.trim() && !file && { body: t("bodyOrFile") }),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    setOutcome(await ask(used.trim(), { number, body, file }));
    setBusy(false);
    void refresh(messagesApi.recent);
    void refresh(messagesApi.calls);
  };

  return (
    <section aria-label={t("test")} className="min-w-0 rounded-card border border-line bg-surface p-4">
      <h2 className="text-lead font-600">{t("test")}</h2>
      <p className="pb-3 text-meta text-fg-muted">{t("testHint")}</p>
      <form onSubmit={(event) => void send(event)} noValidate className="space-y-3">
        <Field label={t("token")} required error={wrong.token}>
          <Input
            value={used}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
        <Field label={t("number")} required hint={t("numberHint")} error={wrong.number}>
          <Input
            value={number}
            onChange={(event) => setNumber(event.target.value)}
            inputMode="tel"
            autoComplete="off"
          />
        </Field>
        <Field label={t("body")} required={!file} error={wrong.body}>
          <Textarea value={body} onChange={(event) => setBody(event.target.value)} />
        </Field>
        <FileField file={file} onChange={setFile} />
        <Button type="submit" tone="primary" busy={busy}>
          <Send aria-hidden /> {t("send")}
        </Button>
      </form>
      <div aria-live="polite">
        {outcome && (
          <div className="pt-3">
            <p className={outcome.ok ? "text-success" : "text-danger"}>
              {t(outcome.ok ? "accepted" : "refused", { status: outcome.status })}
            </p>
            <pre
              dir="ltr"
              className="mt-1.5 whitespace-pre-wrap wrap-anywhere rounded-control border border-line bg-bg p-3 font-mono text-small"
            >
              {outcome.text}
            </pre>
          </div>
        )}
      </div>
    </section>
  );
}

/** Its words are ours: a browser's own field speaks the browser's language. */
function FileField({ file, onChange }: { file: File | null; onChange: (file: File | null) => void }) {
  const { t } = useTranslation("messages-api");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex min-w-0 items-center gap-2">
      <input
        ref={input}
        type="file"
        aria-label={t("file")}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onChange(event.target.files?.[0] ?? null);
          event.target.value = "";
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Paperclip aria-hidden /> {t("file")}
      </Button>
      {file && (
        <>
          <span className="min-w-0 truncate text-body">{file.name}</span>
          <IconButton icon={X} label={t("withoutFile")} onClick={() => onChange(null)} />
        </>
      )}
    </div>
  );
}

/** The call as a program makes it: by the token alone, without the session of who looks at the screen. */
async function ask(
  token: string,
  { number, body, file }: { number: string; body: string; file: File | null },
): Promise<Outcome> {
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": uuid() };
  const form = new FormData();
  if (file) {
    form.set("number", number);
    form.set("body", body);
    form.set("medias", file);
  }
  try {
    const answer = await fetch("/api/messages/send", {
      method: "POST",
      credentials: "omit",
      ...(file
        ? { headers, body: form }
        : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify({ number, body }) }),
    });
    const text = await answer.text();
    const code = /"error":"(\w+)"/.exec(text)?.[1];
    return { ok: answer.ok, status: answer.status, text: code ? `${text}\n${codeText(code)}` : text };
  } catch (error) {
    return { ok: false, status: 0, text: String(error) };
  }
}
