import type { ComposePort } from "../aws.ts";
import { parseHostSettings } from "../settings.ts";

/** Null if the App's own events are not accepted. */
export const composeAppEvents: ComposePort = (env) => ({
  githubAppWebhookSecret: parseHostSettings(env).githubAppWebhookSecret,
});
