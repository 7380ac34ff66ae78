import * as operations from "@knockon/contract/operations/workspace";
import { createInvitation } from "@knockon/core/invitation/create-invitation";
import { route } from "../route.ts";

export const createInvitationRoute = route(operations.createInvitation, (ctx, { body }) =>
  createInvitation(ctx, body),
);
