// Facebook login → the pages, and the Instagram accounts behind them, that may be connected.
import { z } from "zod";
import { ChannelError, type FoundAccount, type Login, type Surroundings } from "../sdk/mod.ts";
import { detailOf, errorOf, verdicts } from "../meta/errors.ts";
import { Graph } from "../meta/graph.ts";
import { explainMessenger } from "../meta/messenger/errors.ts";
import { subscribePage } from "../meta/subscriptions.ts";
import { Id, odd } from "../meta/tolerant.ts";

const query = z.object({ addInstagram: z.enum(["true", "false"]).optional() });
const body = z.object({
  facebookUserId: z.string().max(60).optional(),
  facebookUserToken: z.string().min(1).max(2000).meta({ secret: true }),
  addInstagram: z.boolean().optional().default(false),
  /** Only these pages; all of them when left out. */
  pageIds: z.array(z.string().max(60)).max(200).optional(),
});
/** The permissions that the popup asks the person for. */
const SCOPES = [
  "public_profile",
  "pages_messaging",
  "pages_show_list",
  "pages_manage_metadata",
  "pages_read_engagement",
  "business_management",
];
const INSTAGRAM_SCOPES = ["instagram_basic", "instagram_manage_messages"];

function address(given: Record<string, unknown>, { env }: Surroundings, back: string): string {
  const { META_APP_ID, META_LOGIN_URL } = env;
  if (!META_APP_ID || !META_LOGIN_URL) throw errorOf(verdicts.auth, "META_APP_ID or META_LOGIN_URL is not set");
  const scope = [...SCOPES, ...(given.addInstagram === "true" ? INSTAGRAM_SCOPES : [])].join(",");
  const asked = { client_id: META_APP_ID, redirect_uri: back, response_type: "token", scope };
  const url = new URL(META_LOGIN_URL);
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.toString();
}
const Token = z.object({ access_token: z.string().min(1) });
const Page = z.object({
  id: Id,
  name: z.string().catch("Facebook"),
  access_token: odd(z.string().min(1)),
  tasks: z.array(z.string()).catch([]),
  instagram_business_account: odd(z.object({ id: Id, username: odd(z.string()), name: odd(z.string()) })),
});
type Page = z.infer<typeof Page>;
const Pages = z.object({
  data: z.array(Page),
  paging: odd(z.object({ next: odd(z.string()), cursors: odd(z.object({ after: odd(z.string()) })) })),
});
const FIELDS = "name,access_token,tasks,instagram_business_account{id,username,name}";
/** More pages than any person runs: Meta's paging must end even when it answers "next" forever. */
const MAX_ROUNDS = 100;

async function longLivedToken(around: Surroundings, shortLived: string): Promise<string> {
  const { META_APP_ID, META_APP_SECRET } = around.env;
  if (!META_APP_ID || !META_APP_SECRET) throw errorOf(verdicts.auth, "META_APP_ID and META_APP_SECRET are not set");
  const query = {
    grant_type: "fb_exchange_token",
    client_id: META_APP_ID,
    client_secret: META_APP_SECRET,
    fb_exchange_token: shortLived,
  };
  const graph = new Graph(around, { explain: explainMessenger });
  return (await graph.call(Token, { path: "oauth/access_token", query })).access_token;
}

async function pagesOf(graph: Graph): Promise<Page[]> {
  const pages: Page[] = [];
  let after: string | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const query: Record<string, string> = { fields: FIELDS, limit: "100", ...(after ? { after } : {}) };
    const { data, paging } = await graph.call(Pages, { path: "me/accounts", query });
    pages.push(...data);
    // `next` is an address with the token in it; the cursor says the same without.
    after = paging?.next ? paging.cursors?.after : undefined;
    if (!after) break;
  }
  return pages;
}

function accountsOf(
  { id: pageId, name, access_token: pageToken, instagram_business_account: account }: Page,
  addInstagram: boolean,
) {
  const found: FoundAccount[] = [{ channel: "facebook", name, config: { pageId, pageName: name, pageToken } }];
  if (!addInstagram || !account) return found;
  const label = account.username ?? account.name ?? name;
  found.push({ channel: "instagram", name: label, config: { accountId: account.id, pageId, pageToken, name: label } });
  return found;
}

/**
 * Exchanges the browser's short-lived token and subscribes every page on which the person may answer messages. A page that
 * refuses the subscription is left out. Throws ChannelError when nothing can be connected.
 */
async function accounts(input: Record<string, unknown>, around: Surroundings): Promise<FoundAccount[]> {
  const read = body.safeParse(input);
  if (!read.success) throw new ChannelError("rejected", { reason: "ERR_PROVIDER_AUTH", detail: "no token" });
  const { facebookUserToken, addInstagram, pageIds } = read.data;
  const token = await longLivedToken(around, facebookUserToken);
  const pages = await pagesOf(new Graph(around, { token, explain: explainMessenger }));
  const found: FoundAccount[] = [];
  let last: unknown = errorOf(verdicts.refused, "no page on which this person may answer messages");
  for (const page of pages) {
    if (!page.access_token || !page.tasks.includes("MESSAGING")) continue;
    if (pageIds && !pageIds.includes(page.id)) continue;
    try {
      const graph = new Graph(around, { token: page.access_token, explain: explainMessenger });
      await subscribePage(graph, page.id, around.env);
      found.push(...accountsOf(page, addInstagram));
    } catch (error) {
      last = error;
      around.log.warn("page not subscribed", {
        error: error instanceof ChannelError ? error.message : detailOf(String(error)),
      });
    }
  }
  if (found.length === 0) throw last;
  return found;
}

export const login: Login = { query, body, address, accounts };
