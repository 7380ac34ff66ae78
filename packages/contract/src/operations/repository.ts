import * as z from "zod";
import { operation } from "../operation.ts";
import {
  booleanQuery,
  fullPath,
  numberQuery,
  page,
  remoteUrl,
  rolesQuery,
  sortQuery,
  uuid,
} from "../resources/fields.ts";
import { Impact } from "../resources/impact.ts";
import {
  Dependency,
  Dependent,
  ListedRepository,
  Repository,
  RepositoryContext,
} from "../resources/repository.ts";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { CLOCKS } from "../vocabulary/clock.ts";
import { VERSION_CONSTRAINT_STATES } from "../vocabulary/version-constraint-state.ts";
import { READ } from "./access.ts";

const tag = "repositories";
const params = z.object({ repository_id: uuid.meta({ description: "Repository ID." }) });
const declarationQuery = page.extend({
  role: rolesQuery.meta({ description: "Filter by role. Separate several with commas." }),
  dependency_type: z.enum(ARTIFACT_TYPES).optional().meta({ description: "Filter by type." }),
  version_constraint_state: z
    .enum(VERSION_CONSTRAINT_STATES)
    .optional()
    .meta({ description: "Filter by version constraint state." }),
  q: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Filter by part of the other repository, the reference or the file." }),
  sort: sortQuery(
    "target_repository",
    "version_constraint_state",
    "role",
    "dependency_type",
    "confidence",
    "source_file",
  ),
});

const impactQuery = page.extend({
  clock: z.enum(CLOCKS).optional().meta({
    description: "Filter `affected` by when a repository gets the change. The summary counts all.",
  }),
  archived: booleanQuery.optional().meta({
    description: "Filter `affected` by whether a repository is archived. The summary counts all.",
  }),
  sort: sortQuery("clock").meta({
    description:
      "`clock` orders `affected` by when a repository gets the change, fastest first and archived repositories last, then by hops and path. Default: by hops, strongest role, confidence and path.",
  }),
  include: z
    .preprocess(
      (text) => (typeof text === "string" ? text.split(",") : text),
      z.array(z.enum(["onward", "releases"])),
    )
    .optional()
    .meta({
      description:
        "`onward` adds to each repository how many others get the change through it. `sort=clock` then orders those of equal timing by it: most on the next run first, then most, then the most used. `releases` adds when releases in the version ranges of dependents would arrive; it is ignored with `version`. Separate them with commas.",
    }),
  max_depth: numberQuery(z.int().min(1).max(10))
    .prefault(3)
    .meta({ description: "Maximum number of hops from the root." }),
  min_confidence: numberQuery(z.number().min(0).max(1))
    .prefault(0.4)
    .meta({ description: "Minimum confidence of the edges to follow." }),
  through: z.enum(["artifacts", "repositories"]).prefault("artifacts").meta({
    description:
      "`artifacts` follows what is built from what. `repositories` treats every declaration as passing the change on.",
  }),
  role: rolesQuery.meta({
    description:
      "Roles that count, separated by commas. Default: all except `fixture`, `documentation` and `vendored`.",
  }),
  path: z
    .preprocess(
      (given) => (typeof given === "string" ? [given] : given),
      z.array(z.string().min(1).max(1000)).max(100),
    )
    .optional()
    .meta({
      description:
        "Files or folders of the root that change: only the artifacts that are built from them change. Repeat the parameter for several.",
    }),
  affected_id: uuid.optional().meta({
    description:
      "Return only this repository in `affected`. The naming rule then takes it as the repository of the answer instead of the root.",
  }),
  version: z.string().min(1).max(200).optional().meta({
    description: "Version that the root would release. Determines which consumers adopt it automatically.",
  }),
});

export const listRepositories = operation({
  id: "listRepositories",
  method: "GET",
  path: "/repositories",
  summary: "List repositories",
  description:
    "Returns repositories ordered by path unless `sort` is given. With `include=figures`, each has its dependents, dependencies, owner and bus factor. `sort=-change_risk` orders by dependents on the next run, of which those that a version or a file decides count half, then by dependents. Repositories that the host no longer lists are excluded.",
  tag,
  auth: READ,
  query: page.extend({
    q: z.string().max(200).optional().meta({ description: "Filter by part of the path." }),
    connected_org_id: uuid.optional().meta({ description: "Filter by connected org." }),
    archived: booleanQuery.optional().meta({ description: "Filter by whether the repository is archived." }),
    archived_last: booleanQuery
      .optional()
      .meta({ description: "`true` puts archived repositories after the others, in every order." }),
    stale: booleanQuery
      .optional()
      .meta({ description: "Filter by whether the repository changed since its last scan." }),
    include: z
      .enum(["figures"])
      .optional()
      .meta({ description: "`figures` adds figures of the current graph." }),
    sort: sortQuery(
      "full_path",
      "dependent_repositories_total",
      "dependency_repositories_total",
      "next_run_repositories_total",
      "change_risk",
      "main_dependency_type",
      "bus_factor",
      "last_activity_at",
      "last_scanned_at",
    ),
  }),
  status: 200,
  response: z.array(ListedRepository),
  errors: [],
  counted: true,
});

export const lookupRepository = operation({
  id: "lookupRepository",
  method: "GET",
  path: "/repositories/lookup",
  summary: "Look up a repository by URL or path",
  description:
    "Requires exactly one of `url` and `full_path`. Matches the clone URL first, then the path, then former paths. Returns 409 with `candidates` if several repositories match.",
  tag,
  auth: READ,
  query: z
    .strictObject({ url: remoteUrl, full_path: fullPath })
    .refine(({ url, full_path }) => (url === undefined) !== (full_path === undefined)),
  invalidQuery: { status: 400, detail: "Provide exactly one of url and full_path, and no other parameter." },
  status: 200,
  response: Repository,
  errors: [400, 409],
});

export const getRepository = operation({
  id: "getRepository",
  method: "GET",
  path: "/repositories/{repository_id}",
  summary: "Get a repository",
  description: "Metadata as of the last scan.",
  tag,
  auth: READ,
  params,
  status: 200,
  response: Repository,
  errors: [],
});

export const listDependencies = operation({
  id: "listDependencies",
  method: "GET",
  path: "/repositories/{repository_id}/dependencies",
  summary: "List dependencies",
  description:
    "Returns one row per declaration, with its file, line, rule and confidence. Includes declarations without a producer, whose `reason` is set.",
  tag,
  auth: READ,
  params,
  query: declarationQuery,
  status: 200,
  response: z.array(Dependency),
  errors: [],
  counted: true,
});

export const listDependents = operation({
  id: "listDependents",
  method: "GET",
  path: "/repositories/{repository_id}/dependents",
  summary: "List dependents",
  description:
    "Returns one row per declaration, so a repository appears once for each use. `target_repository` is the consumer. `X-Total-Count` counts declarations, not repositories.",
  tag,
  auth: READ,
  params,
  query: declarationQuery,
  status: 200,
  response: z.array(Dependent),
  errors: [],
  counted: true,
  named: true,
});

export const getRepositoryContext = operation({
  id: "getRepositoryContext",
  method: "GET",
  path: "/repositories/{repository_id}/context",
  summary: "Get repository context",
  description:
    "Returns the repository with its first 100 dependencies and dependents, their totals, its artifacts and its last scan. `ownership` is null until the deployment enables the ownership signal and the org is scanned again.",
  tag,
  auth: READ,
  params,
  status: 200,
  response: RepositoryContext,
  errors: [],
});

export const getRepositoryImpact = operation({
  id: "getRepositoryImpact",
  method: "GET",
  path: "/repositories/{repository_id}/impact",
  summary: "Get the impact of a repository",
  description:
    "Returns every repository that a change reaches, with the shortest path to it, all its declarations by role, when it gets the change, and its rollout wave. `limit` and `offset` paginate `affected`, and `X-Total-Count` counts its repositories.",
  tag: "graph",
  auth: READ,
  params,
  query: impactQuery,
  status: 200,
  response: Impact,
  errors: [],
  counted: true,
  named: true,
  items: "affected",
});

export const getImpact = operation({
  id: "getImpact",
  method: "GET",
  path: "/impact",
  summary: "Get impact by repository ID, URL, path or artifact",
  description:
    "Returns the same as `getRepositoryImpact`. Requires exactly one of `repository_id`, `url`, `full_path` and `artifact_id`.",
  tag: "graph",
  auth: READ,
  query: impactQuery.extend({
    repository_id: uuid.optional().meta({ description: "Root repository ID." }),
    url: remoteUrl,
    full_path: fullPath,
    artifact_id: uuid.optional().meta({ description: "ID of an artifact that the root produces." }),
  }),
  status: 200,
  response: Impact,
  errors: [400, 409],
  counted: true,
  named: true,
  items: "affected",
});
