/// <reference path="../../core/vite.d.ts" />
// Finds the tabs that features have in the settings.
import { type ComponentType, createElement } from "react";
import { lazyScreen } from "../../core/app-files/lazy-screen.ts";
import type { SettingsTab } from "../../core/page/screen.ts";
import { Late, Skeleton } from "../../ui/skeleton.tsx";

const found = import.meta.glob<SettingsTab>("../../features/*/settings-tab.ts", { eager: true, import: "tab" });

const meanwhile = createElement(Late, null, createElement(Skeleton, { className: "h-60 w-full" }));

/** All of them in their order. */
export const tabs: readonly (SettingsTab & { component: ComponentType })[] = Object.values(found)
  .sort((a, b) => a.order - b.order)
  .map((tab) => ({ ...tab, component: lazyScreen(tab, meanwhile) }));
