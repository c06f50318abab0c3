// The palette and the list of shortcuts are commands themselves. What turns keys into commands comes later, with the other commands;
// what is typed is text from the first moment on.
import { Command as CommandIcon, Keyboard, Search } from "lucide-react";
import { openCommands, register } from "../../core/commands.ts";
import { whileSignedIn } from "../../core/session.ts";
import { followInput } from "../../core/page/last-input.ts";
import { noteKeys } from "./early.ts";
import { typeIntoReply } from "./typing.ts";

/** The search field of the screen that is shown. */
const searchField = () =>
  [...document.querySelectorAll<HTMLInputElement>("main [role=search] input")].find((field) => field.checkVisibility());

register(
  {
    id: "app.palette",
    group: "app",
    ns: "core",
    label: "commands.open",
    icon: CommandIcon,
    keys: ["Mod+k"],
    keyOnly: true,
    run: () => openCommands("palette"),
  },
  {
    id: "app.shortcuts",
    group: "app",
    ns: "core",
    label: "commands.shortcuts",
    icon: Keyboard,
    keys: ["?", "Mod+/"],
    run: () => openCommands("shortcuts"),
  },
  {
    id: "app.search",
    group: "app",
    ns: "core",
    label: "commands.search",
    icon: Search,
    keys: ["/"],
    ready: () => searchField() !== undefined,
    run: () => searchField()?.focus(),
  },
);
whileSignedIn(followInput);
whileSignedIn(typeIntoReply);
whileSignedIn(noteKeys);
