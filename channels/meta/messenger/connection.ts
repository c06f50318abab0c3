// One page or one Instagram account behind a page: both are reached through the page's token.
import { z } from "zod";
import { ChannelError, type Connection, type Host, type Manifest, type Peer, type Profile } from "../../sdk/mod.ts";
import { check, identityOf } from "../checks.ts";
import { errorOf, verdicts } from "../errors.ts";
import { Graph } from "../graph.ts";
import { Line } from "../line.ts";
import { explainMessenger } from "./errors.ts";
import { actionRequest, formOf, reactionRequest, sendRequest } from "./outbound.ts";
import { subscribePage } from "../subscriptions.ts";
import { Id, odd } from "../tolerant.ts";

const Sent = z.object({ message_id: z.string().min(1) });
const Anything = z.unknown();
const Person = z.object({ name: odd(z.string()), username: odd(z.string()), profile_pic: odd(z.string()) });

export interface MessengerAccount {
  manifest: Manifest;
  identity: string;
  /** What webhooks name: the page, or the Instagram account behind it. */
  account: string;
  pageId: string;
  pageToken: string;
  /** Profile fields to ask for. */
  profileFields: string;
}
const Behind = z.object({ instagram_business_account: odd(z.object({ id: Id })) });

/** Throws ChannelError where Graph does not know the account as the page's: a page answers for itself by its own token. */
async function confirm(graph: Graph, { account, pageId }: MessengerAccount): Promise<void> {
  if (account === pageId) return;
  const { instagram_business_account: behind } = await graph.call(Behind, {
    path: pageId,
    query: { fields: "instagram_business_account" },
  });
  if (behind?.id !== account) throw errorOf(verdicts.auth, "another account is behind this page");
}

/** A Connection with all that both channels can do; each passes on what its manifest claims. */
export type MessengerConnection =
  & Connection
  & Required<Pick<Connection, "react" | "typing" | "markRead" | "lookup" | "maintain">>;

/** Opens a connection: reports CONNECTED once the token works, the account is the page's and the page is subscribed. */
export function openMessenger(account: MessengerAccount, host: Host): MessengerConnection {
  const { pageId, pageToken: token, manifest } = account;
  const line = new Line(host, account.account, async (signal) => {
    const asking = new Graph(host, { token, explain: explainMessenger, signal });
    await confirm(asking, account);
    await subscribePage(asking, pageId, host.env);
  });
  const graph = new Graph(host, { token, explain: explainMessenger, signal: line.signal });
  const path = `${pageId}/messages`;

  function addressOf(peer: Peer): string {
    const identity = identityOf(peer.identities, account.identity);
    if (!identity) throw errorOf(verdicts.invalidContact, `no ${account.identity}`);
    return identity.address ?? identity.value;
  }
  async function reported<T>(work: () => Promise<T>): Promise<T> {
    if (line.signal.aborted) {
      throw new ChannelError("not-connected", { reason: "ERR_WAPP_NOT_INITIALIZED", detail: "closed" });
    }
    return await work().catch(async (error) => {
      throw await line.failed(error);
    });
  }
  const act = (to: Peer, json: (address: string) => Record<string, unknown>) =>
    reported(async () => void await graph.call(Anything, { method: "POST", path, json: json(addressOf(to)) }));

  line.open();
  return {
    async send(message) {
      return await reported(async () => {
        check(message, manifest, host.clock.now());
        const request = sendRequest(addressOf(message.to), message);
        const body = request.file
          ? { form: await formOf(request), bytes: request.file.bytes }
          : { json: request.fields };
        const { message_id } = await graph.call(Sent, { method: "POST", path, sends: true, ...body });
        return { externalId: message_id, ack: 1 };
      });
    },
    media: (ref) => graph.download(ref, false),
    react: (to, externalId, emoji) => act(to, (id) => reactionRequest(id, externalId, emoji)),
    typing: (to, on) => act(to, (id) => actionRequest(id, on ? "typing_on" : "typing_off")),
    markRead: (to) => act(to, (id) => actionRequest(id, "mark_seen")),
    async lookup(peer): Promise<Profile | null> {
      try {
        const query = { fields: account.profileFields };
        const { name, username, profile_pic } = await graph.call(Person, { path: addressOf(peer), query });
        // No access gives an empty answer rather than an error.
        return name || username || profile_pic ? { name, username, pictureUrl: profile_pic } : null;
      } catch (error) {
        // The permission for profiles is separate from messaging, so even "not-connected" here says nothing of the line.
        if (error instanceof ChannelError && (error.code === "rejected" || error.code === "not-connected")) return null;
        throw error;
      }
    },
    maintain: () => line.recheck(),
    close() {
      line.close();
      return Promise.resolve();
    },
  };
}
