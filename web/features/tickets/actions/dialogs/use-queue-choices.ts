import { queues } from "../../../../../api/features/queues/contract.ts";
import { useMe } from "../../../../core/who/me.ts";
import { useRead } from "../../../../core/query.ts";

/** The queues a person may choose from: an admin all of the company's, others their own; all of them as a target. */
export function useQueueChoices(target: boolean): { id: number; name: string; color: string }[] {
  const me = useMe();
  const all = target || me.profile === "admin";
  const { data = [] } = useRead(queues.list, {}, { enabled: all });
  return all ? data : me.queues;
}
