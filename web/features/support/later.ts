// The company's admins see at once that support looks in, and that it left.
import { supportChanged } from "../../../api/features/support/contract.ts";
import { onEvent } from "../../core/live.ts";
import { whileSignedIn } from "../../core/session.ts";
import { currentMe, setMe } from "../../core/who/me.ts";

whileSignedIn(() =>
  onEvent(supportChanged, ({ support }) => {
    const me = currentMe();
    if (me?.profile === "admin") setMe({ ...me, support });
  })
);
