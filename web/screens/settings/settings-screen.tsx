import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Redirect, useLocation, useParams } from "wouter";
import { can } from "../../../api/contract/permissions.ts";
import { href } from "../../core/page/href.ts";
import { viewerOf } from "../../core/who/can.ts";
import { useCompanySetting, useMe } from "../../core/who/me.ts";
import { BrandPart } from "../../features/settings/brand/brand-part.tsx";
import { DevicesPart } from "../../features/settings/devices-part.tsx";
import { DiskPart } from "../../features/settings/disk-part.tsx";
import { HoursPart } from "../../features/settings/hours-part.tsx";
import { OptionsPart } from "../../features/settings/options-part.tsx";
import { PlatformPart } from "../../features/settings/platform-part.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { tabs as further } from "./tabs.ts";

/** /settings: what an admin decides for the company, and the operator for the platform. */
export function SettingsScreen() {
  const { t } = useTranslation("settings");
  const me = useMe();
  const [, navigate] = useLocation();
  const { section = "options" } = useParams<{ section?: string }>();
  const byCompany = useCompanySetting("scheduleType") === "company";
  const tabs = [
    { value: "options", label: t("options.title"), part: OptionsPart },
    { value: "hours", label: t("hours.title"), part: HoursPart, hidden: !byCompany },
    { value: "devices", label: t("devices.title"), part: DevicesPart },
    { value: "disk", label: t("disk.title"), part: DiskPart },
    { value: "platform", label: t("platform.title"), part: PlatformPart, hidden: !me.super },
    { value: "brand", label: t("brand.title"), part: BrandPart, hidden: !me.super },
    ...further.map(({ section, words: [own], access, component }) => ({
      value: section,
      label: t(`screens:${own}.title`),
      part: component,
      hidden: !can(viewerOf(me), access),
    })),
  ].filter(({ hidden }) => !hidden);
  if (!tabs.some(({ value }) => value === section)) return <Redirect to={href("settings")} replace />;
  return (
    <ListPage title={t("title")} intro={t("intro")}>
      <Tabs
        label={t("title")}
        value={section}
        onChange={(next) => navigate(next === "options" ? href("settings") : `${href("settings")}/${next}`)}
        tabs={tabs}
      >
        {tabs.map(({ value, part: Part }) => (
          <TabPanel key={value} value={value} className="pt-5">
            <Part />
          </TabPanel>
        ))}
      </Tabs>
    </ListPage>
  );
}
