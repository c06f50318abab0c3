import { useTranslation } from "react-i18next";
import { type User, users } from "../../../api/features/users/contract.ts";
import { currentMe } from "../../core/me.ts";
import { useMedia } from "../../core/media.ts";
import { useCall } from "../../core/query.ts";
import { reloadMe } from "../../core/session.ts";
import { MediaField } from "../../patterns/media-field.tsx";
import { Avatar } from "../../ui/avatar.tsx";

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
      onPick={(file) =>
        upload.mutate({ params: { id: user.id }, body: { userId: String(user.id), typeArch: "user" }, files: [file] })}
    />
  );
}
