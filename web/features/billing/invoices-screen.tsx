import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Redirect, useLocation, useParams } from "wouter";
import { href } from "../../core/page/href.ts";
import { useCan } from "../../core/who/can.ts";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Button } from "../../ui/button.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { AllInvoices } from "./operator/all-invoices.tsx";
import { Gateways } from "./operator/gateways.tsx";
import { Months } from "./operator/months.tsx";
import { OwnInvoices, type Paying } from "./own-invoices.tsx";

const addresses = { todas: "invoices", meses: "earnings", recebimento: "gateways", propria: "ownInvoices" } as const;
type Section = keyof typeof addresses;

/** What one's own company has to pay, and has paid. */
function Own() {
  const { t } = useTranslation("billing");
  const searching = useSearch();
  const [paying, setPaying] = useState<Paying>(null);
  return (
    <ListPage
      title={t("title")}
      intro={t("intro")}
      actions={<Button tone="primary" data-words onClick={() => setPaying("next")}>{t("checkout.open")}</Button>}
      search={{ value: searching.typed, onChange: searching.setTyped, label: t("search") }}
    >
      <OwnInvoices search={searching.search} closed={false} paying={paying} onPay={setPaying} />
    </ListPage>
  );
}

/** What all companies owe and paid, and how they can pay. */
function Operators({ section }: { section: Section }) {
  const { t } = useTranslation("billing");
  const [, navigate] = useLocation();
  const [paying, setPaying] = useState<Paying>(null);
  return (
    <ListPage title={t("title")} intro={t("introAll")}>
      <Tabs
        label={t("title")}
        value={section}
        onChange={(next) => navigate(href(addresses[next as Section]))}
        tabs={(Object.keys(addresses) as Section[]).map((value) => ({ value, label: t(`tab.${value}`) }))}
      >
        <TabPanel value="todas" className="space-y-4 pt-4">
          <AllInvoices />
        </TabPanel>
        <TabPanel value="meses" className="pt-4">
          <Months />
        </TabPanel>
        <TabPanel value="recebimento" className="pt-4">
          <Gateways />
        </TabPanel>
        <TabPanel value="propria" className="pt-4">
          <OwnInvoices search="" closed={false} paying={paying} onPay={setPaying} />
        </TabPanel>
      </Tabs>
    </ListPage>
  );
}

/** /financeiro */
export function InvoicesScreen() {
  const operator = useCan("invoices:manage");
  const { section = "todas" } = useParams<{ section?: string }>();
  if (operator && section in addresses) return <Operators section={section as Section} />;
  if (section !== "todas") return <Redirect to={href("invoices")} replace />;
  return <Own />;
}
