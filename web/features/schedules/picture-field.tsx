import { ImageIcon, X } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Schedule } from "../../../api/features/schedules/contract.ts";
import { MediaField } from "../../patterns/forms/media-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** Another picture, or none any more; what is empty changes nothing. */
export interface PictureChange {
  file?: File;
  removed?: boolean;
}
interface Props {
  schedule?: Schedule;
  value: PictureChange;
  onChange: (change: PictureChange) => void;
  error?: string;
}
/** The name of the picture that goes with it once it is kept; empty: none does. */
export const pictureName = (schedule: Schedule | undefined, { file, removed }: PictureChange): string =>
  file?.name ?? (removed ? "" : schedule?.mediaName ?? "");

/** The picture that goes with a message. */
export function PictureField({ schedule, value, onChange, error }: Props) {
  const { t } = useTranslation("schedules");
  const name = pictureName(schedule, value);
  return (
    <div>
      <p className="mb-1 text-meta font-500 text-fg-muted">{t("picture")}</p>
      {name !== "" && (
        <p className="mb-2 flex min-w-0 items-center gap-2 rounded-control border border-line px-2.5 py-1.5">
          <ImageIcon aria-hidden className="size-4 shrink-0 text-fg-muted" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <IconButton
            small
            icon={X}
            label={t("pictureRemove", { name })}
            tip="none"
            onClick={() => onChange({ removed: Boolean(schedule?.mediaPath) })}
          />
        </p>
      )}
      <MediaField
        preview={null}
        accept="image/png,image/jpeg"
        label={t(name ? "pictureChange" : "pictureAdd")}
        onPick={(file) => onChange({ file })}
      />
      {error && <p role="alert" className="mt-1 text-meta text-danger">{error}</p>}
    </div>
  );
}
