import { grant } from "./grant.ts";
import { encryptionKeys } from "./secret.ts";

/** Of those who seal or open the credentials of git hosts. */
export const useCredentials = grant({ ENCRYPTION_KEYS: encryptionKeys.value });
