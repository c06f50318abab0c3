// Messenger of a Facebook page.
import type { ChannelPlugin } from "../sdk/mod.ts";
import { openMessenger } from "../meta/messenger/connection.ts";
import { metaWebhook } from "../meta/webhook.ts";
import { inbound } from "./inbound.ts";
import { login } from "./login.ts";
import { type Config, config, manifest } from "./manifest.ts";

const PROFILE_FIELDS = "name,first_name,last_name,profile_pic";

export const plugin: ChannelPlugin<Config> = {
  manifest,
  config,
  accounts: ({ pageId }) => [pageId],
  connect: ({ pageId, pageToken }, host) =>
    Promise.resolve(
      openMessenger(
        { manifest, identity: "psid", account: pageId, pageId, pageToken, profileFields: PROFILE_FIELDS },
        host,
      ),
    ),
  webhook: metaWebhook("page", inbound),
  login,
};
