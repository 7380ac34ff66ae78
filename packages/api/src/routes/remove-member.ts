import * as operations from "@knockon/contract/operations/workspace";
import { removeMember } from "@knockon/core/membership/remove-member";
import { route } from "../route.ts";

export const removeMemberRoute = route(operations.removeMember, (ctx, { params }) =>
  removeMember(ctx, params),
);
