import * as operations from "@knockon/contract/operations/workspace";
import { acceptInvitation } from "@knockon/core/invitation/accept-invitation";
import { createInvitation, listInvitations, revokeInvitation } from "@knockon/core/invitation/invitations";
import { listMembers, removeMember, updateMember } from "@knockon/core/membership/members";
import { route } from "../route.ts";

export const listMembersRoute = route(operations.listMembers, (ctx, { query }) => listMembers(ctx, query));

export const updateMemberRoute = route(operations.updateMember, (ctx, { params, body }) =>
  updateMember(ctx, { ...params, ...body }),
);

export const removeMemberRoute = route(operations.removeMember, (ctx, { params }) =>
  removeMember(ctx, params),
);

export const createInvitationRoute = route(operations.createInvitation, (ctx, { body }) =>
  createInvitation(ctx, body),
);

export const listInvitationsRoute = route(operations.listInvitations, (ctx, { query }) =>
  listInvitations(ctx, query),
);

export const revokeInvitationRoute = route(operations.revokeInvitation, (ctx, { params }) =>
  revokeInvitation(ctx, params),
);

export const acceptInvitationRoute = route(operations.acceptInvitation, (ctx, { body }) =>
  acceptInvitation(ctx, body),
);
