import { useTranslation } from "react-i18next";
import { Redirect, useLocation, useParams } from "wouter";
import { href } from "../../core/page/href.ts";
import { useCompanySetting, useMe } from "../../core/who/me.ts";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { BrandPart } from "./brand/brand-part.tsx";
import { DevicesPart } from "./devices-part.tsx";
import { HoursPart } from "./hours-part.tsx";
import { OptionsPart } from "./options-part.tsx";

const addresses = { options: "settings", hours: "settingsHours", devices: "settingsDevices", brand: "brand" } as const;
type Section = keyof typeof addresses;

/** /settings: what an admin decides for the company, and the operator for the platform. */
export function SettingsScreen() {
  const { t } = useTranslation("settings");
  const me = useMe();
  const [, navigate] = useLocation();
  const { section = "options" } = useParams<{ section?: string }>();
  const byCompany = useCompanySetting("scheduleType") === "company";
  const tabs: { value: Section; label: string; hidden?: boolean }[] = [
    { value: "options", label: t("options.title") },
    { value: "hours", label: t("hours.title"), hidden: !byCompany },
    { value: "devices", label: t("devices.title") },
    { value: "brand", label: t("brand.title"), hidden: !me.super },
  ];
  if (!tabs.some(({ value, hidden }) => value === section && !hidden)) {
    return <Redirect to={href("settings")} replace />;
  }
  return (
    <ListPage title={t("title")} intro={t("intro")}>
      <Tabs
        label={t("title")}
        value={section}
        onChange={(next) => navigate(href(addresses[next as Section]))}
        tabs={tabs}
      >
        <TabPanel value="options" className="pt-5">
          <OptionsPart />
        </TabPanel>
        <TabPanel value="hours" className="pt-5">
          <HoursPart />
        </TabPanel>
        <TabPanel value="devices" className="pt-5">
          <DevicesPart />
        </TabPanel>
        <TabPanel value="brand" className="pt-5">
          <BrandPart />
        </TabPanel>
      </Tabs>
    </ListPage>
  );
}
