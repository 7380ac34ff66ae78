import * as operations from "@knockon/contract/operations/connected-org";
import { listUnresolvedDeclarations } from "@knockon/core/connected-org/list-unresolved-declarations";
import { route } from "../route.ts";

export const listUnresolvedDeclarationsRoute = route(
  operations.listUnresolvedDeclarations,
  (ctx, { params, query }) => listUnresolvedDeclarations(ctx, { ...params, ...query }),
);
