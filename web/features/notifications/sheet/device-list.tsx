import { Trash2 } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { type Device, notifications } from "../../../../api/features/notifications/contract.ts";
import { formatAge, formatDate } from "../../../core/words/format.ts";
import { useCall, useRead } from "../../../core/query.ts";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDeviceSwitch } from "./device-switch.tsx";

/** The devices that ring for this person, each with a way out. */
export function DeviceList() {
  const { t } = useTranslation("notifications");
  const { data: list } = useRead(notifications.devices, {}, { keep: false });
  const { change } = useDeviceSwitch();
  const remove = useCall(notifications.removeDevice, { refresh: [notifications.devices] });
  if (!list) return null;
  if (list.length === 0) return <p className="text-meta text-fg-subtle">{t("devices.none")}</p>;
  const drop = (device: Device) => device.current ? void change(false) : remove.mutate({ params: { id: device.id } });
  return (
    <ul>
      {list.map((device) => (
        <li key={device.id} className="flex min-h-11 items-center gap-2 py-1">
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-2">
              <span dir="auto" className="truncate font-500">{device.name}</span>
              {device.current && <Badge tone="primary">{t("devices.current")}</Badge>}
            </span>
            <span className="block text-meta text-fg-subtle">
              {device.rangAt
                ? t("devices.rang", { age: formatAge(device.rangAt) })
                : t("devices.since", { date: formatDate(device.createdAt) })}
            </span>
          </span>
          <IconButton
            icon={Trash2}
            label={t("devices.remove", { name: device.name })}
            tip="none"
            disabled={remove.isPending}
            onClick={() => drop(device)}
          />
        </li>
      ))}
    </ul>
  );
}
