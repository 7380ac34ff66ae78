import * as z from "zod";
import { operation } from "../operation.ts";
import { numberQuery, page, uuid } from "../resources/fields.ts";
import { Ownership, OwnershipRisk, OwnershipRiskPerson } from "../resources/ownership.ts";
import { ADMINISTER, READ } from "./access.ts";

const tag = "ownership";
const orgParams = z.object({ connected_org_id: uuid.meta({ description: "Connected org ID." }) });

export const getOwnership = operation({
  id: "getOwnership",
  method: "GET",
  path: "/repositories/{repository_id}/ownership",
  summary: "Get repository ownership",
  description:
    "Returns the bus factor and the contributors of a repository, computed from its commits. Bots and AI agents are excluded. Email addresses are neither returned nor stored. `limit` and `offset` paginate the contributors. Empty until the deployment enables the ownership signal and the org is scanned again.",
  tag,
  auth: READ,
  params: z.object({ repository_id: uuid.meta({ description: "Repository ID." }) }),
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
  summary: "List ownership risks",
  description:
    "Returns repositories with many dependents and a low bus factor, highest risk first. Archived repositories and repositories without human commits are excluded. Empty until the deployment enables the ownership signal and the org is scanned again.",
  tag,
  auth: READ,
  params: orgParams,
  query: page.extend({
    min_dependents: numberQuery(z.int().min(0)).optional().meta({
      description: "Minimum fan-in. Defaults to 5 or the org's 75th percentile, whichever is greater.",
    }),
    max_bus_factor: numberQuery(z.int().min(1))
      .optional()
      .meta({ description: "Maximum bus factor. Defaults to 2." }),
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
  summary: "List key-person risks",
  description:
    "Returns each person with the repositories whose bus factor would drop to 0 if they left, highest total fan-in first. Because the list ranks people, it is empty unless the deployment also enables this list.",
  tag,
  auth: ADMINISTER,
  params: orgParams,
  query: page,
  status: 200,
  response: z.array(OwnershipRiskPerson),
  errors: [],
  counted: true,
});
