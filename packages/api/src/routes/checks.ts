import * as operations from "@knockon/contract/operations/check";
import { checkChange } from "@knockon/core/check/check-change";
import { listLatentBreaks } from "@knockon/core/check/interfaces";
import { route } from "../route.ts";

export const checkChangeRoute = route(operations.checkChange, (ctx, { query, body }) =>
  checkChange(ctx, { ...query, ...body }),
);

export const listLatentBreaksRoute = route(operations.listLatentBreaks, (ctx, { params, query }) =>
  listLatentBreaks(ctx, { ...params, ...query }),
);
