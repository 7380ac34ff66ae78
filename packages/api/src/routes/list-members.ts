import * as operations from "@knockon/contract/operations/workspace";
import { listMembers } from "@knockon/core/membership/list-members";
import { route } from "../route.ts";

export const listMembersRoute = route(operations.listMembers, (ctx, { query }) => listMembers(ctx, query));
