/// <reference path="../core/vite.d.ts" />
// What nobody needs for the first screen: commands and their keys, drafts on their way to other devices, settled notifications,
// questions and sheets. The shell's own commands: every screen of the menu, and the switches of device and account.
import { getDefaultStore } from "jotai";
import { Bell, Languages, Moon, RotateCw, Settings, Sun, UserRound } from "lucide-react";
import { navigate } from "wouter/use-browser-location";
import { register } from "../core/commands.ts";
import { href } from "../core/page/href.ts";
import { languages } from "../core/words/i18n/i18n.ts";
import { currentMe } from "../core/who/me.ts";
import { themeChoiceAtom } from "../core/who/preferences.ts";
import { chooseLanguage } from "../core/session.ts";
import { themeAtom } from "../core/theme.ts";
import { notificationsOpenAtom } from "../features/notifications/state.ts";
import { profileOpenAtom } from "./profile-atom.ts";
import { menuScreens } from "./screens.ts";
import { shownAtom } from "./shown.ts";
import "../patterns/confirm-dialog.tsx";
import "../ui/sheet.tsx";

import.meta.glob("../{features,screens}/*/later.ts", { eager: true });

const jotai = getDefaultStore();

function go(path: string) {
  if (location.pathname !== path) navigate(path);
}

register(
  ...menuScreens.map(({ name, path, words: [own], menu }) => ({
    id: `go.${name}`,
    group: "go" as const,
    ns: "screens",
    label: `${own}.title`,
    icon: menu.icon,
    keys: menu.key ? [`g ${menu.key}`] : undefined,
    ready: () => jotai.get(shownAtom).has(name),
    run: () => go(path),
  })),
  {
    id: "go.brand",
    group: "go",
    ns: "settings",
    label: "brand.title",
    icon: Settings,
    ready: () => currentMe()?.super === true,
    run: () => go(href("brand")),
  },
  {
    id: "app.profile",
    group: "app",
    ns: "core",
    label: "bar.profile",
    icon: UserRound,
    run: () => jotai.set(profileOpenAtom, true),
  },
  {
    id: "app.notifications",
    group: "app",
    ns: "core",
    label: "ring.title",
    icon: Bell,
    run: () => jotai.set(notificationsOpenAtom, true),
  },
  ...(["light", "dark"] as const).map((theme) => ({
    id: `app.${theme}`,
    group: "app" as const,
    ns: "core",
    label: `bar.${theme}`,
    icon: theme === "dark" ? Moon : Sun,
    ready: () => jotai.get(themeAtom) !== theme,
    run: () => jotai.set(themeChoiceAtom, theme),
  })),
  ...languages.map((language) => ({
    id: `app.language.${language}`,
    group: "app" as const,
    ns: "keyboard",
    label: `language.${language}`,
    icon: Languages,
    run: () => chooseLanguage(language),
  })),
  { id: "app.refresh", group: "app", ns: "core", label: "bar.refresh", icon: RotateCw, run: () => location.reload() },
);
