// What is announced, taken back or seen on another device changes the dot in the menu.
import { announcementChanged, announcementsSeen } from "../../../api/features/announcements/contract.ts";
import { onEvent } from "../../core/live.ts";
import { whileSignedIn } from "../../core/session.ts";
import { changeUnseen } from "./unseen.ts";

whileSignedIn(() => {
  const ends = [
    onEvent(announcementChanged, (payload) => {
      if (payload.action === "create") {
        const { id } = payload.record;
        changeUnseen((ids) => ids.includes(id) ? ids : [id, ...ids]);
      } else if (payload.action === "delete") changeUnseen((ids) => ids.filter((id) => id !== payload.id));
    }),
    onEvent(announcementsSeen, ({ ids: seen }) => changeUnseen((ids) => ids.filter((id) => !seen.includes(id)))),
  ];
  return () => ends.forEach((end) => end());
});
