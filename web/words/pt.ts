// What shell and inbox say, in one file: the first screen asks for it once.
export { default as core } from "../core/i18n/pt.json" with { type: "json" };
export { default as messages } from "../features/messages/i18n/pt.json" with { type: "json" };
export { default as tickets } from "../features/tickets/i18n/pt.json" with { type: "json" };
