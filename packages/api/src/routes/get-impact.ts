import * as operations from "@knockon/contract/operations/repository";
import { getImpact } from "@knockon/core/impact/get-impact";
import { route } from "../route.ts";

export const getImpactRoute = route(operations.getImpact, (ctx, { query }) => getImpact(ctx, query));
