// The stand-in for Meta as a proof drives it (channels/meta/README.md lists its control calls).

export type ChannelId = "facebook" | "whatsappapi";
export interface AcceptedNow {
  count: number;
  counts: Record<string, number>;
  messages: {
    externalId: string;
    key?: string;
    account: string;
    to: string;
    text?: string;
    template?: string;
    at: number;
  }[];
}
export interface Saying {
  channel: ChannelId;
  account: string;
  from: string;
  name?: string;
  id?: string;
  text: string;
  at?: number;
}

export class StandIn {
  /** `url` is where its process listens; webhooks are signed with `secret`. */
  constructor(readonly url: string, private secret: string) {}

  async control(method: "GET" | "POST", name: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/_control/${name}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`stand-in: ${JSON.stringify(answer)}`);
    return answer;
  }
  faults(faults: Record<string, unknown>): Promise<unknown> {
    return this.control("POST", "faults", faults);
  }
  async accepted(): Promise<AcceptedNow> {
    return await this.control("GET", "accepted") as AcceptedNow;
  }
  /** Where it posts echoes and statuses of accepted messages; an empty list posts none. */
  target(base: string, auto: readonly string[]): Promise<unknown> {
    return this.control("POST", "target", { url: `${base}/webhooks/facebook`, secret: this.secret, auto });
  }
  /** A customer writes, posted once; the statuses of its posts (0: no answer). */
  async say(saying: Saying, base: string): Promise<number[]> {
    const url = `${base}/webhooks/${saying.channel}`;
    const answer = await this.control("POST", "say", { ...saying, url, secret: this.secret, wait: true });
    return (answer as { statuses: number[] }).statuses;
  }
  /** Any body, signed, in the background until it is taken or at once. */
  async webhook(body: unknown, base: string, more: { wait?: boolean; replay?: number } = {}): Promise<number[]> {
    const answer = await this.control("POST", "webhook", {
      body,
      url: `${base}/webhooks/facebook`,
      secret: this.secret,
      ...more,
    });
    return (answer as { statuses: number[] }).statuses;
  }
  async posted(): Promise<{ delivered: number; refused: number; pending: number; givenUp: number }> {
    const state = await this.control("GET", "state") as {
      posted: { delivered: number; refused: number; pending: number; givenUp: number };
    };
    return state.posted;
  }
}
