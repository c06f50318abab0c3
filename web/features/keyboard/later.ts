// The keyboard works while somebody is signed in.
import { whileSignedIn } from "../../core/session.ts";
import { listen } from "./listen.ts";

whileSignedIn(listen);
