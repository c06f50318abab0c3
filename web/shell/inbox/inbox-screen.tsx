/** The inbox. */
export function InboxScreen() {
  return <p />;
}
