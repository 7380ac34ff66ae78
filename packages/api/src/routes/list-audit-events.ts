import * as operations from "@knockon/contract/operations/workspace";
import { listAuditEvents } from "@knockon/core/audit-event/list-audit-events";
import { route } from "../route.ts";

export const listAuditEventsRoute = route(operations.listAuditEvents, (ctx, { query }) =>
  listAuditEvents(ctx, query),
);
