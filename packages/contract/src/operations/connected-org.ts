import * as z from "zod";
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
const params = z.object({ connected_org_id: uuid.meta({ description: "The connected org." }) });
const artifactType = z.enum(ARTIFACT_TYPES).optional().meta({ description: "Only this kind." });

export const createConnectedOrg = operation({
  id: "createConnectedOrg",
  method: "POST",
  path: "/connected-orgs",
  summary: "Connect an organization of repositories",
  description:
    "The host is asked before anything is kept: an org that cannot be opened is refused with 422, naming why. Its repositories are read by the next scan.",
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
  description: "Each with its last scan and the state of its credential.",
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
  description:
    "With its last scan. `credential_status` is `refused` when the host did not accept the credential when it was last asked.",
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
  description: "What is not given stays. Other patterns let the next scan read every repository again.",
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
  description:
    "Its repositories leave every list and graph with this answer, its running scan is cancelled, its token is forgotten.",
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
  description:
    "Asks the host with the credential that is kept. `ok` is false, with the reason, where it refuses; the answer is 200 all the same.",
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
  description: "`dependencies` is the number of edges of the whole graph that `/graph` answers with.",
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
  description:
    "Images, packages, modules and the like, by type and name. `orphans` asks for those that a repository of the org produces and nobody consumes.",
  tag: "artifacts",
  auth: READ,
  params,
  query: page.extend({
    artifact_type: artifactType,
    q: z.string().max(200).optional().meta({ description: "Part of the name." }),
    orphans: booleanQuery.optional().meta({ description: "Only what an org produces and nobody consumes." }),
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
  description:
    "By repository, file and line. `reason` says why: nobody announces the name, a variable in it has no value, or several announce it.",
  tag,
  auth: READ,
  params,
  query: page.extend({
    artifact_type: artifactType,
    reason: z
      .enum(UNRESOLVED_REASONS)
      .optional()
      .meta({ description: "Only what is unresolved for this reason." }),
    q: z.string().max(200).optional().meta({ description: "Part of the reference as it is written." }),
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
  description:
    "Without a root: every edge of the org. With one: what lies within `depth` hops of it in either direction, across all orgs of the workspace, over edges of `min_confidence` and more. Edges run from consumer to producer; the answer loads into AntV G6 as it is.",
  tag: "graph",
  auth: READ,
  params,
  query: z.strictObject({
    root: uuid
      .optional()
      .meta({ description: "The repository around which the graph is; the whole one unless given." }),
    depth: numberQuery(z.int().min(1).max(10))
      .prefault(2)
      .meta({ description: "How many hops from the root, in each direction. Without a root it is ignored." }),
    min_confidence: numberQuery(z.number().min(0).max(1)).prefault(0.4).meta({
      description:
        "The least confidence of an edge that is followed and returned: 0.8 keeps manifests and build files, 0.4 leaves out mentions in prose, 0 keeps all. Without a root it is ignored.",
    }),
  }),
  status: 200,
  response: DependencyGraph,
  errors: [],
});
