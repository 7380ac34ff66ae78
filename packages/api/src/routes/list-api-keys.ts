import * as operations from "@knockon/contract/operations/workspace";
import { listApiKeys } from "@knockon/core/api-key/list-api-keys";
import { route } from "../route.ts";

export const listApiKeysRoute = route(operations.listApiKeys, (ctx, { query }) => listApiKeys(ctx, query));
