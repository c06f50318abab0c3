// The person's rules about ringing: fetched once, changed at once, and told to the other devices by their own event.
import {
  type NotificationRules,
  notifications,
  notificationsChanged,
} from "../../../api/features/notifications/contract.ts";
import type { Answer } from "../../../api/contract/endpoint.ts";
import { callApi } from "../../core/who/api.ts";
import { onEvent } from "../../core/live.ts";
import { toastError } from "../../core/query.ts";
import { queryClient, queryKey } from "../../core/answers/query-client.ts";

export type Rules = Answer<typeof notifications.rules>;
const key = queryKey("read", notifications.rules, {});
const FRESH_MS = 60_000;

/** The rules as last heard of; undefined before the first answer. */
export const knownRules = (): Rules | undefined => queryClient.getQueryData<Rules>(key);

/** The rules, from a minute ago or from now. Throws ApiError. */
export function fetchRules(): Promise<Rules> {
  return queryClient.fetchQuery<Rules>({
    queryKey: key,
    queryFn: () => callApi(notifications.rules),
    staleTime: FRESH_MS,
    meta: { endpoint: notifications.rules, call: {}, keep: true },
  });
}

const put = (part: Partial<NotificationRules>) =>
  queryClient.setQueryData<Rules>(key, (rules) => rules && { ...rules, ...part });

/** Changes that the server has not answered. Until the last of them is, what it says is older than what is on screen. */
let waiting = 0;
let line: Promise<unknown> = Promise.resolve();

async function send(part: Partial<NotificationRules>, before: Rules | undefined): Promise<void> {
  try {
    const answer = await callApi(notifications.changeRules, { body: part });
    waiting--;
    if (waiting === 0) put(answer);
  } catch (error) {
    waiting--;
    // Without a network nobody answers what it is now; what it was is the best there is.
    if (before && waiting === 0) put(before);
    toastError(error);
  }
}

/** Changes part of the rules: on screen at once, one after the other at the server, as it was when the server refuses. */
export function changeRules(part: Partial<NotificationRules>): Promise<void> {
  const before = knownRules();
  put(part);
  waiting++;
  const sent = line.then(() => send(part, before));
  line = sent;
  return sent;
}

/** Follows what another device changes. Answers a function that stops it. */
export const followRules = (): () => void =>
  onEvent(notificationsChanged, ({ rules }) => {
    if (waiting === 0) put(rules);
  });
