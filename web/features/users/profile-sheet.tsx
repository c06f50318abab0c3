import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useMe } from "../../core/who/me.ts";
import { UserSheet } from "./user-sheet.tsx";

/** One's own profile, from the avatar menu. */
export function ProfileSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("users");
  return <UserSheet user={useMe()} title={t("profile")} onClose={onClose} />;
}
