/** The features whose words, with the shared ones, are here before anything is drawn: what shell, signing in, inbox and sharing say. */
export const FIRST_WORDS = ["messages", "tickets", "session", "share"] as const;
