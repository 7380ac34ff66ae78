import * as z from "zod";
import { operation } from "../operation.ts";
import { booleanQuery, numberQuery, page, uuid } from "../resources/fields.ts";
import { Impact } from "../resources/impact.ts";
import { Dependency, Dependent, Repository, RepositoryContext } from "../resources/repository.ts";
import { READ } from "./access.ts";

const tag = "repositories";
const params = z.object({ repository_id: uuid.meta({ description: "The repository." }) });
const remoteUrl = z.string().min(1).optional().meta({
  description: "A git remote URL, https or ssh, with `.git` or without.",
});
const fullPath = z
  .string()
  .min(1)
  .optional()
  .meta({
    description: "The path within its host, without regard to case.",
    examples: ["acme/base-image"],
  });

const impactQuery = page.extend({
  max_depth: numberQuery(z.int().min(1).max(10))
    .prefault(3)
    .meta({ description: "How many hops a change travels at most." }),
  min_confidence: numberQuery(z.number().min(0).max(1))
    .prefault(0.4)
    .meta({ description: "The least confidence of an edge that a change travels over." }),
  path: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: "A file or folder of the root: only what names it is hit directly." }),
  version: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "What the root would release: tells who takes it by itself, and who has to bump." }),
});

export const listRepositories = operation({
  id: "listRepositories",
  method: "GET",
  path: "/repositories",
  summary: "List the repositories of the workspace",
  description: "By path. What the host does not list any more is left out.",
  tag,
  auth: READ,
  query: page.extend({
    q: z.string().max(200).optional().meta({ description: "Part of the path." }),
    connected_org_id: uuid.optional().meta({ description: "Only repositories of this org." }),
    archived: booleanQuery.optional().meta({ description: "Only archived ones, or only others." }),
  }),
  status: 200,
  response: z.array(Repository),
  errors: [],
  counted: true,
});

export const lookupRepository = operation({
  id: "lookupRepository",
  method: "GET",
  path: "/repositories/lookup",
  summary: "Find a repository by git remote URL or org/repo path",
  description:
    "Matches the address as git writes it (https or ssh, with `.git` or without) first, then the path without regard to case, then former paths. Where several match, the 409 has them as `candidates`.",
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
  description: "As it was when its host was last asked.",
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
  summary: "List what a repository declares, resolved or not",
  description:
    "One row per declaration, with file, line, rule and confidence. Without a producer, `reason` says why.",
  tag,
  auth: READ,
  params,
  query: page,
  status: 200,
  response: z.array(Dependency),
  errors: [],
  counted: true,
});

export const listDependents = operation({
  id: "listDependents",
  method: "GET",
  path: "/repositories/{repository_id}/dependents",
  summary: "List the declarations that use a repository",
  description:
    "One row per declaration, so that a repository appears once for each use; `X-Total-Count` counts declarations, too. The consumer is `target_repository`.",
  tag,
  auth: READ,
  params,
  query: page,
  status: 200,
  response: z.array(Dependent),
  errors: [],
  counted: true,
});

export const getRepositoryContext = operation({
  id: "getRepositoryContext",
  method: "GET",
  path: "/repositories/{repository_id}/context",
  summary: "Get a repository with what it uses and what uses it",
  description:
    "One answer for whoever is about to change it: the first 100 rows of either direction and the totals, what it produces, and the last scan. `ownership` is null until the signal is enabled and the org was scanned since.",
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
  summary: "Tell what a change to a repository hits, when and why",
  description:
    "Every repository that a change reaches, the strongest path to it, the declarations that say so, when it takes the change, and in which wave to roll out. `X-Total-Count` counts the affected repositories, of which `affected` is a page.",
  tag: "graph",
  auth: READ,
  params,
  query: impactQuery,
  status: 200,
  response: Impact,
  errors: [],
  counted: true,
});

export const getImpact = operation({
  id: "getImpact",
  method: "GET",
  path: "/impact",
  summary: "The same, for a root by id, URL, path or artifact",
  description: "Exactly one of `repository_id`, `url`, `full_path` and `artifact_id` names the root.",
  tag: "graph",
  auth: READ,
  query: impactQuery.extend({
    repository_id: uuid.optional().meta({ description: "The root, by its id." }),
    url: remoteUrl,
    full_path: fullPath,
    artifact_id: uuid.optional().meta({ description: "What the root produces." }),
  }),
  status: 200,
  response: Impact,
  errors: [400, 409],
  counted: true,
});
