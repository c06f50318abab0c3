import { MapPin, Radio } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import { isLive, placeOf } from "../../../core/words/message-data.ts";
import { UnknownContent } from "./unknown.tsx";

/** A place: its name and address, and a way to a map. No map is loaded from anybody else's server. */
export function LocationContent({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const place = placeOf(message.data);
  if (!place) return <UnknownContent message={message} />;
  const live = isLive(message.data);
  const at = `${place.latitude},${place.longitude}`;
  return (
    <a
      href={`https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=17/${place.latitude}/${place.longitude}`}
      target="_blank"
      rel="noopener noreferrer"
      className="flex w-64 max-w-full items-center gap-3 rounded-[12px] bg-hover p-2.5 hover:bg-pressed"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-surface text-danger">
        <MapPin aria-hidden className="size-5" />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-500" title={place.name}>
          {place.name || t(live ? "location.live" : "kind.locationMessage")}
        </span>
        {live && place.name
          ? (
            <span className="flex gap-1 text-meta text-fg-muted">
              <Radio aria-hidden className="mt-0.5 size-3.5 shrink-0" /> {t("location.live")}
            </span>
          )
          : <span className="line-clamp-2 text-meta text-fg-muted">{place.address || at}</span>}
        <span className="block text-meta text-primary-fg">{t("location.open")}</span>
      </span>
    </a>
  );
}
