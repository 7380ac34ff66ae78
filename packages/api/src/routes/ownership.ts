import * as operations from "@knockon/contract/operations/ownership";
import { getOwnership } from "@knockon/core/ownership/get-ownership";
import {
  createPersonCorrection,
  deletePersonCorrection,
  listPersonCorrections,
} from "@knockon/core/ownership/person-corrections";
import { listOwnershipRiskPeople, listOwnershipRisks } from "@knockon/core/ownership/ownership-risks";
import { route } from "../route.ts";

export const getOwnershipRoute = route(operations.getOwnership, (ctx, { params, query }) =>
  getOwnership(ctx, { ...params, ...query }),
);

export const listOwnershipRisksRoute = route(operations.listOwnershipRisks, (ctx, { params, query }) =>
  listOwnershipRisks(ctx, { ...params, ...query }),
);

export const listOwnershipRiskPeopleRoute = route(
  operations.listOwnershipRiskPeople,
  (ctx, { params, query }) => listOwnershipRiskPeople(ctx, { ...params, ...query }),
);

export const listPersonCorrectionsRoute = route(operations.listPersonCorrections, (ctx, { query }) =>
  listPersonCorrections(ctx, query),
);

export const createPersonCorrectionRoute = route(operations.createPersonCorrection, (ctx, { body }) =>
  createPersonCorrection(ctx, body),
);

export const deletePersonCorrectionRoute = route(operations.deletePersonCorrection, (ctx, { params }) =>
  deletePersonCorrection(ctx, params),
);
