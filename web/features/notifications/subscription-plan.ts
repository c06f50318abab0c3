// Whether what the browser holds and what the server knows still fit together, as a pure function. `this-device.ts` acts on it.
export interface Held {
  /** The browser's subscription, null when there is none. */
  subscription: { endpoint: string; key: string } | null;
  /** The address this device told the server last. */
  told: string | undefined;
  /** The server's key of today. */
  publicKey: string;
  /** True if the server lists this session's device. */
  known: boolean;
}

/**
 * `nothing`: all fits; `tell`: the server is told the address; `fresh`: the browser makes a new one first. An address the
 * server has dropped is dead at the push service too, so telling it again would not ring.
 */
export function subscriptionPlan({ subscription, told, publicKey, known }: Held): "nothing" | "tell" | "fresh" {
  if (!subscription || subscription.key !== publicKey) return "fresh";
  if (known && subscription.endpoint === told) return "nothing";
  return subscription.endpoint === told ? "fresh" : "tell";
}
