import * as operations from "@knockon/contract/operations/workspace";
import { updateMember } from "@knockon/core/membership/update-member";
import { route } from "../route.ts";

export const updateMemberRoute = route(operations.updateMember, (ctx, { params, body }) =>
  updateMember(ctx, { ...params, ...body }),
);
