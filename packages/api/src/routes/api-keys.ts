import * as operations from "@knockon/contract/operations/workspace";
import { createApiKey, listApiKeys, revokeApiKey } from "@knockon/core/api-key/api-keys";
import { route } from "../route.ts";

export const createApiKeyRoute = route(operations.createApiKey, (ctx, { body }) => createApiKey(ctx, body));

export const listApiKeysRoute = route(operations.listApiKeys, (ctx, { query }) => listApiKeys(ctx, query));

export const revokeApiKeyRoute = route(operations.revokeApiKey, (ctx, { params }) =>
  revokeApiKey(ctx, params),
);
