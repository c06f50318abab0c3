// The key of the contact's panel.
import { getDefaultStore } from "jotai";
import { Info } from "lucide-react";
import { register } from "../../core/commands.ts";
import { href } from "../../core/page/href.ts";
import { panelAtom } from "./panel-atom.ts";

register({
  id: "ticket.panel",
  group: "ticket",
  ns: "tickets",
  label: "contact.panel",
  icon: Info,
  keys: ["Alt+o"],
  ready: () => location.pathname.startsWith(`${href("tickets")}/`),
  run: () => getDefaultStore().set(panelAtom, (open) => !open),
});
