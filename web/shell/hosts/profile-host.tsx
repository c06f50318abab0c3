import { useAtom } from "jotai";
import { lazy, Suspense } from "react";
import { loadTexts } from "../../core/words/i18n/i18n.ts";
import { Extra } from "../../patterns/error-boundary.tsx";
import { profileOpenAtom } from "../profile-atom.ts";

const ProfileSheet = lazy(async () => {
  const [module] = await Promise.all([import("../../features/users/profile-sheet.tsx"), loadTexts("users")]);
  return { default: module.ProfileSheet };
});

/** Where one's own profile appears. Once, in the frame. */
export function ProfileHost() {
  const [open, setOpen] = useAtom(profileOpenAtom);
  return open && (
    <Extra>
      <Suspense>
        <ProfileSheet onClose={() => setOpen(false)} />
      </Suspense>
    </Extra>
  );
}
