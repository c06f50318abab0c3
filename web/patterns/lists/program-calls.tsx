import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { ProgramCall } from "../../../api/features/messages-api/contract.ts";
import { formatMoment } from "../../core/words/format.ts";
import { codeText } from "../../core/words/i18n/i18n.ts";
import { Badge } from "../../ui/badge.tsx";

/** What programs called and what it came to, the newest first. */
export function ProgramCalls({ calls }: { calls: readonly ProgramCall[] }) {
  const { t } = useTranslation();
  return (
    <ol className="divide-y divide-line">
      {calls.map(({ id, at, method, path, status, error, ms }) => (
        <li key={id} className="space-y-1 py-2.5">
          <p className="flex flex-wrap items-center gap-2 text-meta text-fg-subtle tabular-nums">
            <Badge tone={error ? "danger" : "success"}>{status}</Badge>
            <time dateTime={at}>{formatMoment(at)}</time>
            <span>{t("list.took", { ms })}</span>
          </p>
          <p dir="ltr" className="font-mono text-small wrap-anywhere">{method} {path}</p>
          {error && <p className="text-meta text-danger">{codeText(error)}</p>}
        </li>
      ))}
    </ol>
  );
}
