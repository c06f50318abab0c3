/** The installation secret of test databases. */
export const TEST_SECRET = "a secret that only tests know";
