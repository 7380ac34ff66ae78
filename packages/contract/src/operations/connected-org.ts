import * as z from "zod";
import { operation } from "../operation.ts";
import { ListedArtifact } from "../resources/artifact.ts";
import {
  ConnectedOrg,
  ConnectedOrgChanges,
  ConnectedOrgStats,
  ConnectedOrgTest,
  NewConnectedOrg,
} from "../resources/connected-org.ts";
import { booleanQuery, numberQuery, page, rolesQuery, sortQuery, uuid } from "../resources/fields.ts";
import { DependencyGraph } from "../resources/graph.ts";
import { RepositoryProblem, UnresolvedDeclaration } from "../resources/repository.ts";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { UNRESOLVED_REASONS } from "../vocabulary/evidence.ts";
import { ADMINISTER, READ } from "./access.ts";

const tag = "connected orgs";
const params = z.object({ connected_org_id: uuid.meta({ description: "Connected org ID." }) });
const artifactType = z.enum(ARTIFACT_TYPES).optional().meta({ description: "Filter by artifact type." });

export const createConnectedOrg = operation({
  id: "createConnectedOrg",
  method: "POST",
  path: "/connected-orgs",
  summary: "Connect an org",
  description:
    "Opens the org at its host first. Returns 422 with the reason if that fails, and 409 if a local folder is already connected. The next scan reads the org's repositories.",
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
  summary: "List connected orgs",
  description: "Returns each org with its last scan and the status of its credential.",
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
  description: "`credential_status` is `refused` if the host rejected the credential when it was last used.",
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
  summary: "Update a connected org",
  description:
    "Omitted fields stay unchanged. Patterns and host aliases take effect with the next scan. If the patterns change, that scan reads every repository again.",
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
  summary: "Disconnect an org",
  description:
    "The org's repositories leave all lists and graphs immediately, its running scan is cancelled and its token is deleted. Its data is purged within 30 days.",
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
  summary: "Test a connection",
  description:
    "Checks whether the stored credential can list the org's repositories. If the host refuses, the status is still 200, `ok` is false and `detail` contains the reason.",
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
  summary: "Get org statistics",
  description:
    "Returns counts of the current graph. `dependencies` is the number of edges that `/graph` returns without a root.",
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
  summary: "List artifacts of an org",
  description:
    "Returns the images, packages, modules and other artifacts that the org's repositories produce or consume, ordered by type and name unless `sort` is given.",
  tag: "artifacts",
  auth: READ,
  params,
  query: page.extend({
    artifact_type: artifactType,
    q: z.string().max(200).optional().meta({ description: "Filter by part of the name." }),
    orphans: booleanQuery.optional().meta({
      description: "Filter by whether the org produces the artifact and no repository consumes it.",
    }),
    has_dependents: booleanQuery.optional().meta({
      description: "Filter by whether a repository depends on the artifact. Mentions do not count.",
    }),
    unused: booleanQuery.optional().meta({
      description:
        "Filter by whether the org produces the artifact and no repository depends on it by this or another name, such as with the host in front or from another registry.",
    }),
    first_party: booleanQuery
      .optional()
      .meta({ description: "Filter by whether a repository of the workspace produces the artifact." }),
    external: booleanQuery.optional().meta({
      description:
        "Filter by whether the artifact has no known producer and its declarations name nothing of the workspace's organizations.",
    }),
    sort: sortQuery(
      "name",
      "artifact_type",
      "source_repository",
      "version",
      "consumer_count",
      "dependent_count",
      "last_activity_at",
    ),
    include: z.enum(["activity"]).optional().meta({ description: "`activity` adds `last_activity_at`." }),
  }),
  status: 200,
  response: z.array(ListedArtifact),
  errors: [],
  counted: true,
});

export const listUnresolvedDeclarations = operation({
  id: "listUnresolvedDeclarations",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/unresolved",
  summary: "List unresolved declarations",
  description:
    "Returns declarations that name something of the workspace's organizations and have no known producer, ordered by repository, file and line unless `sort` is given. `reason` is `no_producer` if no repository of the workspace announces the name, and `unbound` if a variable in it has no value. With `reason=external`, returns the declarations that name nothing of the workspace's organizations instead. `sort=-occurrences` returns the artifacts with most declarations first, and the declarations of an artifact together.",
  tag,
  auth: READ,
  params,
  query: page.extend({
    artifact_type: artifactType,
    reason: z
      .enum(UNRESOLVED_REASONS)
      .optional()
      .meta({ description: "Filter by reason. Default: all except `external`." }),
    role: rolesQuery.meta({
      description:
        "Filter by role. Separate several with commas. Default: all except `fixture`, `documentation` and `vendored`.",
    }),
    q: z.string().max(200).optional().meta({ description: "Filter by part of `raw_reference`." }),
    sort: sortQuery("raw_reference", "reason", "dependency_type", "source_repository", "occurrences"),
  }),
  status: 200,
  response: z.array(UnresolvedDeclaration),
  errors: [],
  counted: true,
});

export const listProblems = operation({
  id: "listProblems",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/problems",
  summary: "List problems of an org",
  description:
    "Returns the files that could not be read completely at the last scan, with the reason, ordered by repository, file and line unless `sort` is given.",
  tag,
  auth: READ,
  params,
  query: page.extend({
    q: z.string().max(200).optional().meta({ description: "Filter by part of the repository or file." }),
    sort: sortQuery("repository", "file", "message"),
  }),
  status: 200,
  response: z.array(RepositoryProblem),
  errors: [],
  counted: true,
});

export const getGraph = operation({
  id: "getGraph",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/graph",
  summary: "Get the dependency graph of an org",
  description:
    "Without `root`, returns every edge of the org. With `root`, returns what is within `depth` hops in either direction, across all orgs of the workspace. Edges run from consumer to producer. The format is AntV G6.",
  tag: "graph",
  auth: READ,
  params,
  query: z.strictObject({
    root: uuid.optional().meta({ description: "Repository ID. Omit it for the full graph." }),
    depth: numberQuery(z.int().min(1).max(10)).prefault(2).meta({
      description: "Maximum number of hops from the root in each direction. Ignored without `root`.",
    }),
    min_confidence: numberQuery(z.number().min(0).max(1)).prefault(0.4).meta({
      description:
        "Minimum confidence of the edges to follow and return. 0.8 keeps evidence from manifests and build files, 0.4 excludes only mentions in prose, 0 includes everything. Ignored without `root`.",
    }),
    include: z
      .preprocess(
        (text) => (typeof text === "string" ? text.split(",") : text),
        z.array(z.enum(["affected", "onward", "owners", "types"])),
      )
      .optional()
      .meta({
        description:
          "`affected` adds when a change of the root gets to each repository, and which edges pass it on. With it, `onward` adds how many others get the change through each. Both are ignored without `root`. `owners` adds the owner of each repository, `types` its main type. Separate them with commas.",
      }),
  }),
  status: 200,
  response: DependencyGraph,
  errors: [],
});
