import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type User, users } from "../../../api/features/users/contract.ts";
import { currentMe } from "../../core/who/me.ts";
import { useMedia } from "../../core/device/media.ts";
import { usePicture } from "../../core/files/picture.ts";
import { useCall } from "../../core/query.ts";
import { reloadMe } from "../../core/session.ts";
import { MediaField } from "../../patterns/forms/media-field.tsx";
import { Avatar } from "../../ui/avatar.tsx";

/** The fields that go with a picture. */
export const pictureForm = (id: number) => ({ userId: String(id), typeArch: "user" });

/** The face of somebody who is not saved yet: chosen now, sent when there is somebody to belong to. */
export function NewPicture({ file, onChange }: { file: File | null; onChange: (file: File) => void }) {
  const { t } = useTranslation("users");
  const src = usePicture(file);
  return (
    <MediaField
      preview={<Avatar name="" src={src} size="large" />}
      accept="image/*"
      label={t(file ? "field.pictureChange" : "field.picture")}
      onPick={onChange}
    />
  );
}

/** A person's face, and the button that changes it. Saved at once: a picture is not part of the form. */
export function UserPicture({ user, onChange }: { user: User; onChange: (user: User) => void }) {
  const { t } = useTranslation("users");
  const src = useMedia(user.profileImage);
  const upload = useCall(users.picture, {
    refresh: [users.list],
    onSuccess: (changed) => {
      onChange(changed);
      if (changed.id === currentMe()?.id) void reloadMe();
    },
  });
  return (
    <MediaField
      preview={<Avatar name={user.name} src={src} colour={user.color} size="large" />}
      accept="image/*"
      label={t("field.pictureChange")}
      busy={upload.isPending}
      onPick={(file) => upload.mutate({ params: { id: user.id }, body: pictureForm(user.id), files: [file] })}
    />
  );
}
