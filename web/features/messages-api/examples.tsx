import { type ReactNode, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { exampleIn, type ExampleLanguage, exampleLanguages } from "../../../api/contract/words/api-examples.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";

const names: Record<ExampleLanguage, string> = { curl: "curl", javascript: "JavaScript", php: "PHP", python: "Python" };
/** Where the token will stand while nobody has asked to see it. */
const HIDDEN = "•".repeat(30);

interface Props {
  token: string | undefined;
  /** The button that shows the token. */
  reveal: ReactNode;
}

/** Programs that run as they stand, with this product's own address and, once it is shown, the connection's token. */
export function Examples({ token, reveal }: Props) {
  const { t } = useTranslation("messages-api");
  const [language, setLanguage] = useState<string>("curl");
  const address = location.origin;
  return (
    <section aria-label={t("examples")} className="min-w-0 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <h2 className="min-w-0 flex-1 text-lead font-600">{t("examples")}</h2>
        {token ? <CopyButton text={token} label={t("copyToken")} /> : reveal}
      </div>
      <Tabs
        tabs={exampleLanguages.map((value) => ({ value, label: names[value] }))}
        value={language}
        onChange={setLanguage}
        label={t("language")}
      >
        {exampleLanguages.map((one) => (
          <TabPanel key={one} value={one} className="space-y-4 pt-4">
            {[undefined, "/tmp/nota.pdf"].map((file) => {
              const example = {
                address,
                token: token ?? HIDDEN,
                number: "5511988887777",
                body: t("exampleBody"),
                file,
              };
              return <Code key={file ?? ""} title={t(file ? "withFile" : "withText")} text={exampleIn(one, example)} />;
            })}
          </TabPanel>
        ))}
      </Tabs>
      <p className="pt-4 text-meta text-fg-muted">{t("rules")}</p>
    </section>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <div className="flex items-center justify-between gap-2 pb-1.5">
        <h3 className="text-meta font-500 text-fg-muted">{title}</h3>
        <CopyButton text={text} />
      </div>
      <pre
        tabIndex={0}
        dir="ltr"
        aria-label={title}
        className="overflow-x-auto rounded-control border border-line bg-bg p-3 font-mono text-small leading-relaxed"
      >
        {text}
      </pre>
    </div>
  );
}
