/** The running version; the menu shows it. */
export const VERSION = "0.1.0";
