import type { Actor, Context } from "@knockon/core/context";
import { authenticateKey } from "@knockon/core/api-key/authenticate-key";
import type { OfferedCredential } from "./credential.ts";

/** Who a request comes from, and for which workspace it speaks. */
export interface Identity {
  actor: Exclude<Actor, { type: "system" }>;
  workspaceId: string;
}

/** Undefined for every credential that is not valid now. */
export type Authenticate = (credential: OfferedCredential) => Promise<Identity | undefined>;

/** Knows workspace API keys. Sessions do not exist yet: a cookie is no credential. */
export const authenticateAgainst =
  (database: Context["database"]): Authenticate =>
  async ({ type, text }) => {
    const key = type === "key" ? await authenticateKey(database, text) : undefined;
    return key && { workspaceId: key.workspaceId, actor: { type: "key", id: key.keyId, prefix: key.prefix } };
  };
