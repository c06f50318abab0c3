// A call of the contract in its wire form, made when the person acts.
import type { Call, Endpoint } from "../../../api/contract/endpoint.ts";
import { fillPath } from "../../../api/contract/endpoint.ts";
import type { WireCall } from "../store/outbox-row.ts";

/** What `buildRequest` would send, as data: it outlives this version of the app. */
export function wireCall<E extends Endpoint>(endpoint: E, call: Call<E>): WireCall {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((call.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) {
      query.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    }
  }
  const path = fillPath(endpoint.path, call.params as unknown as Record<string, unknown> | undefined);
  return {
    method: endpoint.method,
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(call.body !== undefined && { body: call.body as Record<string, unknown> }),
    ...(endpoint.upload && { upload: endpoint.upload }),
  };
}
