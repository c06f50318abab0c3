/// <reference path="./core/vite.d.ts" />
// What nobody needs for the first screen: commands and their keys, drafts on their way to other devices, settled notifications,
// questions and sheets.
import "./patterns/confirm-dialog.tsx";
import "./shell/later.ts";
import "./ui/sheet.tsx";

import.meta.glob("./{features,screens}/*/later.ts", { eager: true });
