import * as operations from "@knockon/contract/operations/workspace";
import { createApiKey } from "@knockon/core/api-key/create-api-key";
import { route } from "../route.ts";

export const createApiKeyRoute = route(operations.createApiKey, (ctx, { body }) => createApiKey(ctx, body));
