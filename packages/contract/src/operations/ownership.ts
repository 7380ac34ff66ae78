import * as z from "zod";
import { operation } from "../operation.ts";
import { numberQuery, page, uuid } from "../resources/fields.ts";
import { Ownership, OwnershipRisk, OwnershipRiskPerson } from "../resources/ownership.ts";
import { ADMINISTER, READ } from "./access.ts";

const tag = "ownership";
const orgParams = z.object({ connected_org_id: uuid.meta({ description: "The connected org." }) });

export const getOwnership = operation({
  id: "getOwnership",
  method: "GET",
  path: "/repositories/{repository_id}/ownership",
  summary: "Get a repository's bus factor and the people behind it",
  description:
    "From who made its commits: bots and AI agents are left out, names are shown, addresses are neither shown nor kept. `limit` and `offset` page the contributors, which `X-Total-Count` counts. Until the deployment enables the signal and the org was scanned since, there is nobody.",
  tag,
  auth: READ,
  params: z.object({ repository_id: uuid.meta({ description: "The repository." }) }),
  query: page,
  status: 200,
  response: Ownership,
  errors: [],
  counted: true,
});

export const listOwnershipRisks = operation({
  id: "listOwnershipRisks",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/ownership-risk",
  summary: "List the repositories that many depend on and one or two people keep",
  description:
    "Riskiest first. Archived repositories are left out, and those of whom nobody is known. Empty until the deployment enables the signal and the org was scanned since.",
  tag,
  auth: READ,
  params: orgParams,
  query: page.extend({
    min_dependents: numberQuery(z.int().min(0)).optional().meta({
      description: "The least fan-in; unless given, 5 or the org's 75th percentile, whichever is greater.",
    }),
    max_bus_factor: numberQuery(z.int().min(1))
      .optional()
      .meta({ description: "The greatest bus factor; unless given, 2." }),
  }),
  status: 200,
  response: z.array(OwnershipRisk),
  errors: [],
  counted: true,
});

export const listOwnershipRiskPeople = operation({
  id: "listOwnershipRiskPeople",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/ownership-risk/people",
  summary: "List the people without whom repositories would have nobody",
  description:
    "Each with the repositories that would fall to bus factor 0 if they left; those first on whose most others depend. It ranks people: empty unless the deployment opts into that, too.",
  tag,
  auth: ADMINISTER,
  params: orgParams,
  query: page,
  status: 200,
  response: z.array(OwnershipRiskPerson),
  errors: [],
  counted: true,
});
