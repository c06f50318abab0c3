// Drafts are read from the device with the session: lists mark them, boxes begin with them.
import { forgetDrafts, loadDrafts } from "../../core/drafts.ts";
import { whenForgotten, whileSignedIn } from "../../core/session.ts";

whileSignedIn(() => void loadDrafts());
whenForgotten(forgetDrafts);
