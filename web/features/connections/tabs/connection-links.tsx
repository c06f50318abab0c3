import { ExternalLink } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Connection } from "../../../../api/features/connections/contract.ts";
import { CopyButton } from "../../../patterns/copy-button.tsx";
import { buttonStyle } from "../../../ui/button.tsx";

type Links = Connection["links"];
/** What to paste for a link: a page and a webhook as they are, a script as the tag that opens this connection's page. */
function pasted(link: Links[number], links: Links): string {
  if (link.kind !== "script") return link.url;
  const key = links.find(({ kind }) => kind === "page")?.url.split("/").at(-1) ?? "";
  return `<script src="${link.url}" data-key="${key}" async></script>`;
}

/** The addresses of a connection, to open and to copy. */
export function ConnectionLinks({ links }: { links: Links }) {
  const { t } = useTranslation("connections");
  if (links.length === 0) return null;
  return (
    <section aria-label={t("links")} className="space-y-3 rounded-card bg-bg p-3">
      {links.map((link) => (
        <div key={link.kind + link.url} className="space-y-1.5">
          <p className="text-meta font-500 text-fg-muted">{t(`link.${link.kind}`)}</p>
          <code
            className="block overflow-x-auto rounded-control border border-line bg-surface px-2 py-1.5 text-meta whitespace-pre"
            tabIndex={0}
          >
            {pasted(link, links)}
          </code>
          <div className="flex gap-1.5">
            <CopyButton text={pasted(link, links)} />
            {link.kind === "page" && (
              <a href={link.url} target="_blank" rel="noreferrer" className={buttonStyle({ size: "small" })}>
                <ExternalLink aria-hidden /> {t("do.open")}
              </a>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}
