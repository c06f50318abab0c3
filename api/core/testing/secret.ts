/** The installation secret of test databases. */
export const TEST_SECRET = "7e57".repeat(16);
