import type { ComposePort } from "../aws.ts";
import { parseHostSettings } from "../settings.ts";

/** Without keys, no credential can be stored. */
export const composeEncryptionKeys: ComposePort = (env) => ({
  encryptionKeys: parseHostSettings(env).encryptionKeys ?? new Map(),
});
