import type { ComposePort } from "../aws.ts";
import { parseHostSettings } from "../host-settings.ts";

/** Null where no events of the App itself are accepted. */
export const composeAppEvents: ComposePort = (env) => ({
  githubAppWebhookSecret: parseHostSettings(env).githubAppWebhookSecret,
});
