import { CommandHost } from "./command-host.tsx";
import { NotificationsHost } from "./notifications-host.tsx";
import { ProfileHost } from "./profile-host.tsx";

/** Where what is opened from anywhere appears: palette and shortcuts, notifications, one's profile. Once, in the frame. */
export function Hosts() {
  return (
    <>
      <NotificationsHost />
      <CommandHost />
      <ProfileHost />
    </>
  );
}
