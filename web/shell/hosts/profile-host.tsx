import { useAtom } from "jotai";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { Extra } from "../../patterns/error-boundary.tsx";
import { profileOpenAtom } from "../profile-atom.ts";

const ProfileSheet = onDemand(() => import("../../features/users/profile-sheet.tsx").then((file) => file.ProfileSheet));

/** Where one's own profile appears. Once, in the frame. */
export function ProfileHost() {
  const [open, setOpen] = useAtom(profileOpenAtom);
  return open && (
    <Extra>
      <ProfileSheet onClose={() => setOpen(false)} />
    </Extra>
  );
}
