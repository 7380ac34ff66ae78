import * as operations from "@knockon/contract/operations/workspace";
import { getEntitlements } from "@knockon/core/workspace/get-entitlements";
import { route } from "../route.ts";

export const getEntitlementsRoute = route(operations.getEntitlements, (ctx) => getEntitlements(ctx));
