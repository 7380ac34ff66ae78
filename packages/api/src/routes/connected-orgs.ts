import * as operations from "@knockon/contract/operations/connected-org";
import { createConnectedOrg } from "@knockon/core/connected-org/create-connected-org";
import { deleteConnectedOrg } from "@knockon/core/connected-org/delete-connected-org";
import { getConnectedOrg, listConnectedOrgs } from "@knockon/core/connected-org/read-connected-orgs";
import { getConnectedOrgStats } from "@knockon/core/connected-org/connected-org-stats";
import { listUnresolvedDeclarations } from "@knockon/core/connected-org/list-unresolved-declarations";
import { listProblems } from "@knockon/core/connected-org/list-problems";
import { testConnectedOrg } from "@knockon/core/connected-org/open-org";
import { updateConnectedOrg } from "@knockon/core/connected-org/update-connected-org";
import { route } from "../route.ts";

export const createConnectedOrgRoute = route(operations.createConnectedOrg, (ctx, { body }) =>
  createConnectedOrg(ctx, body),
);

export const listConnectedOrgsRoute = route(operations.listConnectedOrgs, (ctx, { query }) =>
  listConnectedOrgs(ctx, query),
);

export const getConnectedOrgRoute = route(operations.getConnectedOrg, (ctx, { params }) =>
  getConnectedOrg(ctx, params),
);

export const updateConnectedOrgRoute = route(operations.updateConnectedOrg, (ctx, { params, body }) =>
  updateConnectedOrg(ctx, { ...params, ...body }),
);

export const deleteConnectedOrgRoute = route(operations.deleteConnectedOrg, (ctx, { params }) =>
  deleteConnectedOrg(ctx, params),
);

export const testConnectedOrgRoute = route(operations.testConnectedOrg, (ctx, { params }) =>
  testConnectedOrg(ctx, params),
);

export const getConnectedOrgStatsRoute = route(operations.getConnectedOrgStats, (ctx, { params }) =>
  getConnectedOrgStats(ctx, params),
);

export const listProblemsRoute = route(operations.listProblems, (ctx, { params, query }) =>
  listProblems(ctx, { ...params, ...query }),
);

export const listUnresolvedDeclarationsRoute = route(
  operations.listUnresolvedDeclarations,
  (ctx, { params, query }) => listUnresolvedDeclarations(ctx, { ...params, ...query }),
);
