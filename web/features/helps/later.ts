// The menu has an entry for help videos as soon as there is one, and none when the last one is gone.
import { helpsChanged } from "../../../api/features/helps/contract.ts";
import { onEvent } from "../../core/live.ts";
import { whileSignedIn } from "../../core/session.ts";
import { currentMe, setMe } from "../../core/who/me.ts";

whileSignedIn(() =>
  onEvent(helpsChanged, ({ helps }) => {
    const me = currentMe();
    if (me && me.helps !== helps) setMe({ ...me, helps });
  })
);
