import { platformSettings } from "../../../../api/contract/settings.ts";

/** Our palette's primary colours (`--primary` of web/styles.css), shown where nobody chose one. */
const own = { light: "#3457d5", dark: "#7c9bf5" };
const keys = { light: "primaryColorLight", dark: "primaryColorDark" } as const;

/** The setting's name of a theme's colour. */
export const colourKey = (theme: "light" | "dark") => keys[theme];
/** The value that means that nobody chose. */
export const unchosen = (theme: "light" | "dark") => platformSettings[keys[theme]].initial;
/** True for a colour that can be saved. */
export const isColour = (value: string) => /^#[0-9a-f]{6}$/i.test(value);
/** The colour as the app shows it. */
export const shownColour = (value: string, theme: "light" | "dark") =>
  !isColour(value) || value.toLowerCase() === unchosen(theme).toLowerCase() ? own[theme] : value;
