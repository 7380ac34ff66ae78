import type { ComposePort } from "../aws.ts";
import { parseHostSettings } from "../host-settings.ts";

/** Without any, no credential can be kept. */
export const composeEncryptionKeys: ComposePort = (env) => ({
  encryptionKeys: parseHostSettings(env).encryptionKeys ?? new Map(),
});
