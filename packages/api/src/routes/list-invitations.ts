import * as operations from "@knockon/contract/operations/workspace";
import { listInvitations } from "@knockon/core/invitation/list-invitations";
import { route } from "../route.ts";

export const listInvitationsRoute = route(operations.listInvitations, (ctx, { query }) =>
  listInvitations(ctx, query),
);
