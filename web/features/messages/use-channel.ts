import { type ChannelInfo, connections } from "../../../api/features/connections/contract.ts";
import { useRead } from "../../core/query.ts";

/** What a ticket's channel can do; undefined until known. */
export function useChannel(channel: string): ChannelInfo | undefined {
  return useRead(connections.channels).data?.find((info) => info.id === channel);
}
