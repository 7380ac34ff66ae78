import * as operations from "@knockon/contract/operations/ownership";
import { listOwnershipRiskPeople } from "@knockon/core/ownership/list-ownership-risk-people";
import { route } from "../route.ts";

export const listOwnershipRiskPeopleRoute = route(
  operations.listOwnershipRiskPeople,
  (ctx, { params, query }) => listOwnershipRiskPeople(ctx, { ...params, ...query }),
);
