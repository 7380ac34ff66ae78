import * as operations from "@knockon/contract/operations/workspace";
import { revokeInvitation } from "@knockon/core/invitation/revoke-invitation";
import { route } from "../route.ts";

export const revokeInvitationRoute = route(operations.revokeInvitation, (ctx, { params }) =>
  revokeInvitation(ctx, params),
);
