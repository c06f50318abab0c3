// Answers that this person may not have any more go from memory and from the device, with the files that they name.
import { dropRow, readRows, store } from "../store/store.ts";
import { queryClient } from "./query-client.ts";

/** The addresses of files in an answer. */
function filesIn(data: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof data === "string") { if (data.startsWith("/media/")) found.add(data); }
  else if (data && typeof data === "object") { for (const value of Object.values(data)) filesIn(value, found); }
  return found;
}

/** Forgets the answers whose call is meant: `GET /chats/{id}/messages` with these path values. */
export async function forgetAnswers(
  isMeant: (call: string, params: Record<string, unknown>) => boolean,
): Promise<void> {
  const meant = ([_, call, params]: readonly unknown[]) =>
    isMeant(String(call), (params ?? {}) as Record<string, unknown>);
  const cached = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => meant(queryKey) });
  const rows = (await readRows()).filter(({ key }) => meant(key));
  const files = filesIn([cached.map(({ state }) => state.data), rows.map(({ data }) => data)]);
  for (const path of files) queryClient.removeQueries({ queryKey: ["media", path] });
  for (const query of cached) queryClient.getQueryCache().remove(query);
  const db = await store();
  await Promise.allSettled([
    ...[...new Set([...cached.map(({ queryHash }) => queryHash), ...rows.map(({ hash }) => hash)])].map(dropRow),
    ...[...files].map((path) => db?.delete("media", path)),
  ]);
}
