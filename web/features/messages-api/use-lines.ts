import { connections } from "../../../api/features/connections/contract.ts";
import { useRead } from "../../core/query.ts";

/** The connections over which a program can name somebody by number. */
export function useLines() {
  const list = useRead(connections.list);
  const channels = useRead(connections.channels);
  const byNumber = channels.data?.filter(({ identities }) => identities.some(({ names }) => names === "number"))
    .map(({ id }) => id);
  return {
    lines: byNumber && list.data?.filter(({ channel }) => byNumber.includes(channel)),
    error: list.error ?? channels.error,
    again: () => {
      void list.refetch();
      void channels.refetch();
    },
  };
}
