import * as operations from "@knockon/contract/operations/workspace";
import { acceptInvitation } from "@knockon/core/invitation/accept-invitation";
import { route } from "../route.ts";

export const acceptInvitationRoute = route(operations.acceptInvitation, (ctx, { body }) =>
  acceptInvitation(ctx, body),
);
