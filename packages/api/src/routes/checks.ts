import * as operations from "@knockon/contract/operations/check";
import { getChangeCheck, listChangeChecks, rerunChangeCheck } from "@knockon/core/check/change-checks";
import { checkChange } from "@knockon/core/check/check-change";
import { listLatentBreaks } from "@knockon/core/check/latent-breaks";
import { route } from "../route.ts";

export const checkChangeRoute = route(operations.checkChange, (ctx, { query, body }) =>
  checkChange(ctx, { ...query, ...body }),
);

export const listLatentBreaksRoute = route(operations.listLatentBreaks, (ctx, { params, query }) =>
  listLatentBreaks(ctx, { ...params, ...query }),
);

export const listChangeChecksRoute = route(operations.listChangeChecks, (ctx, { params, query }) =>
  listChangeChecks(ctx, { ...params, ...query }),
);

export const getChangeCheckRoute = route(operations.getChangeCheck, (ctx, { params }) =>
  getChangeCheck(ctx, params),
);

export const rerunChangeCheckRoute = route(operations.rerunChangeCheck, (ctx, { params }) =>
  rerunChangeCheck(ctx, params),
);
