import * as operations from "@knockon/contract/operations/workspace";
import { revokeApiKey } from "@knockon/core/api-key/revoke-api-key";
import { route } from "../route.ts";

export const revokeApiKeyRoute = route(operations.revokeApiKey, (ctx, { params }) =>
  revokeApiKey(ctx, params),
);
