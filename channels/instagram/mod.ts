// Messages of an Instagram professional account, through the page it is linked to.
import type { ChannelPlugin } from "../sdk/mod.ts";
import { openMessenger } from "../meta/messenger/connection.ts";
import { metaWebhook } from "../meta/webhook.ts";
import { inbound } from "./inbound.ts";
import { type Config, config, manifest } from "./manifest.ts";

const PROFILE_FIELDS = "name,username,profile_pic";

export const plugin: ChannelPlugin<Config> = {
  manifest,
  config,
  accounts: ({ accountId }) => [accountId],
  async connect({ accountId: account, pageId, pageToken }, host) {
    const { react: _onlyHearts, ...connection } = await Promise.resolve(
      openMessenger({ manifest, identity: "igsid", account, pageId, pageToken, profileFields: PROFILE_FIELDS }, host),
    );
    return connection;
  },
  webhook: metaWebhook("instagram", inbound),
};
