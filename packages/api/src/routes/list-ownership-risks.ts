import * as operations from "@knockon/contract/operations/ownership";
import { listOwnershipRisks } from "@knockon/core/ownership/list-ownership-risks";
import { route } from "../route.ts";

export const listOwnershipRisksRoute = route(operations.listOwnershipRisks, (ctx, { params, query }) =>
  listOwnershipRisks(ctx, { ...params, ...query }),
);
