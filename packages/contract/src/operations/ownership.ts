import * as z from "zod";
import { operation } from "../operation.ts";
import { numberQuery, page, sortQuery, uuid } from "../resources/fields.ts";
import {
  NewPersonCorrection,
  Ownership,
  OwnershipRisk,
  OwnershipRiskPerson,
  PersonCorrection,
} from "../resources/ownership.ts";
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
  items: "contributors",
});

export const listOwnershipRisks = operation({
  id: "listOwnershipRisks",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/ownership-risk",
  summary: "List ownership risks",
  description:
    "Returns repositories with many dependents and a low bus factor, highest risk first unless `sort` is given. With `include=owner`, each has its owner, as in the list of repositories. Archived repositories and repositories without human commits are excluded. Empty until the deployment enables the ownership signal and the org is scanned again.",
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
    q: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "Filter by part of the repository or of the main author's name." }),
    include: z.enum(["owner"]).optional().meta({ description: "`owner` adds the owner of each repository." }),
    sort: sortQuery("repository", "bus_factor", "dependent_repositories_total", "risk_score"),
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

const workspaceParams = z.object({ workspace_id: uuid.meta({ description: "Workspace ID." }) });

export const listPersonCorrections = operation({
  id: "listPersonCorrections",
  method: "GET",
  path: "/workspaces/{workspace_id}/person-corrections",
  summary: "List person corrections",
  description: "Returns the workspace's corrections of authors, newest first.",
  tag,
  auth: ADMINISTER,
  params: workspaceParams,
  query: page,
  status: 200,
  response: z.array(PersonCorrection),
  errors: [],
  counted: true,
});

export const createPersonCorrection = operation({
  id: "createPersonCorrection",
  method: "POST",
  path: "/workspaces/{workspace_id}/person-corrections",
  summary: "Create a person correction",
  description:
    "Corrects an author in all repositories of the workspace: `not_a_person` excludes a program, `person` counts an author whose commits look like those of a program, and `same_person` merges two authors. Bus factors and risks change at once. Returns 404 if no repository has a contributor with the key, and 409 if a correction of this author says the same or the opposite.",
  tag,
  auth: ADMINISTER,
  params: workspaceParams,
  body: NewPersonCorrection,
  status: 201,
  response: PersonCorrection,
  errors: [409],
});

export const deletePersonCorrection = operation({
  id: "deletePersonCorrection",
  method: "DELETE",
  path: "/workspaces/{workspace_id}/person-corrections/{person_correction_id}",
  summary: "Delete a person correction",
  description: "Bus factors and risks change at once.",
  tag,
  auth: ADMINISTER,
  params: workspaceParams.extend({ person_correction_id: uuid.meta({ description: "Correction ID." }) }),
  status: 204,
  response: z.object({}),
  errors: [],
});
