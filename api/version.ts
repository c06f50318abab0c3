/** What is running; the specification's label goes beside it in the menu. */
export const VERSION = "0.1.0";
