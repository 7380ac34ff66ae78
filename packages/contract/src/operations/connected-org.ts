import { z } from "zod";
import { operation } from "../operation.ts";
import { Artifact } from "../resources/artifact.ts";
import {
  ConnectedOrg,
  ConnectedOrgChanges,
  ConnectedOrgStats,
  ConnectedOrgTest,
  NewConnectedOrg,
} from "../resources/connected-org.ts";
import { booleanQuery, numberQuery, page, uuid } from "../resources/fields.ts";
import { DependencyGraph } from "../resources/graph.ts";
import { UnresolvedDeclaration } from "../resources/repository.ts";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { UNRESOLVED_REASONS } from "../vocabulary/evidence.ts";
import { ADMINISTER, READ } from "./access.ts";

const tag = "connected orgs";
const params = z.object({ connected_org_id: uuid });

export const createConnectedOrg = operation({
  id: "createConnectedOrg",
  method: "POST",
  path: "/connected-orgs",
  summary: "Connect an organisation of repositories",
  tag,
  auth: ADMINISTER,
  body: NewConnectedOrg,
  status: 201,
  response: ConnectedOrg,
  errors: [402, 409],
});

export const listConnectedOrgs = operation({
  id: "listConnectedOrgs",
  method: "GET",
  path: "/connected-orgs",
  summary: "List the connected orgs",
  tag,
  auth: READ,
  query: page,
  status: 200,
  response: z.array(ConnectedOrg),
  errors: [],
  counted: true,
});

export const getConnectedOrg = operation({
  id: "getConnectedOrg",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}",
  summary: "Get a connected org",
  tag,
  auth: READ,
  params,
  status: 200,
  response: ConnectedOrg,
  errors: [],
});

export const updateConnectedOrg = operation({
  id: "updateConnectedOrg",
  method: "PUT",
  path: "/connected-orgs/{connected_org_id}",
  summary: "Change what is given of an org; patterns and host aliases take effect with its next scan",
  tag,
  auth: ADMINISTER,
  params,
  body: ConnectedOrgChanges,
  status: 200,
  response: ConnectedOrg,
  errors: [402],
});

export const deleteConnectedOrg = operation({
  id: "deleteConnectedOrg",
  method: "DELETE",
  path: "/connected-orgs/{connected_org_id}",
  summary: "Disconnect an org; invisible at once, purged within 30 days",
  tag,
  auth: ADMINISTER,
  params,
  status: 202,
  response: z.object({}),
  errors: [],
});

export const testConnectedOrg = operation({
  id: "testConnectedOrg",
  method: "POST",
  path: "/connected-orgs/{connected_org_id}/test",
  summary: "Say whether the host lets the org's repositories be listed",
  tag,
  auth: ADMINISTER,
  params,
  status: 200,
  response: ConnectedOrgTest,
  errors: [],
});

export const getConnectedOrgStats = operation({
  id: "getConnectedOrgStats",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/stats",
  summary: "Count what the current graph of an org holds",
  tag,
  auth: READ,
  params,
  status: 200,
  response: ConnectedOrgStats,
  errors: [],
});

export const listArtifacts = operation({
  id: "listArtifacts",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/artifacts",
  summary: "List the artifacts an org produces or consumes",
  tag: "artifacts",
  auth: READ,
  params,
  query: page.extend({
    artifact_type: z.enum(ARTIFACT_TYPES).optional(),
    q: z.string().max(200).optional(),
    orphans: booleanQuery.optional(),
  }),
  status: 200,
  response: z.array(Artifact),
  errors: [],
  counted: true,
});

export const listUnresolvedDeclarations = operation({
  id: "listUnresolvedDeclarations",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/unresolved",
  summary: "List the declarations of an org that no repository of the workspace answers to",
  tag,
  auth: READ,
  params,
  query: page.extend({
    artifact_type: z.enum(ARTIFACT_TYPES).optional(),
    reason: z.enum(UNRESOLVED_REASONS).optional(),
    q: z.string().max(200).optional(),
  }),
  status: 200,
  response: z.array(UnresolvedDeclaration),
  errors: [],
  counted: true,
});

export const getGraph = operation({
  id: "getGraph",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/graph",
  summary: "Get an org's dependency graph, whole or around a root",
  tag: "graph",
  auth: READ,
  params,
  query: z.strictObject({
    root: uuid.optional(),
    depth: numberQuery(z.int().min(1).max(10)).prefault(2),
    min_confidence: numberQuery(z.number().min(0).max(1)).prefault(0.4),
  }),
  status: 200,
  response: DependencyGraph,
  errors: [],
});
