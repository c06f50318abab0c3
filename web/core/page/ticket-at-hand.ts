// The ticket a key means: the row of the list that has the focus, else the one that is open.

/** Its uuid, and its number where a row says it; null where there is none. */
export function ticketAtHand(): { uuid: string; id?: number } | null {
  const row = document.activeElement?.closest("article")?.querySelector<HTMLAnchorElement>("a[data-row]");
  if (row) return { uuid: row.pathname.split("/")[2] ?? "", id: Number(row.dataset.row) };
  const [, screen, uuid] = location.pathname.split("/");
  return screen === "tickets" && uuid ? { uuid } : null;
}
