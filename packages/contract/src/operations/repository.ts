import { z } from "zod";
import { operation } from "../operation.ts";
import { booleanQuery, numberQuery, page, uuid } from "../resources/fields.ts";
import { Impact } from "../resources/impact.ts";
import { Dependency, Dependent, Repository, RepositoryContext } from "../resources/repository.ts";
import { READ } from "./access.ts";

const tag = "repositories";
const params = z.object({ repository_id: uuid });

const impactQuery = page.extend({
  max_depth: numberQuery(z.int().min(1).max(10)).prefault(3),
  min_confidence: numberQuery(z.number().min(0).max(1)).prefault(0.4),
  path: z.string().min(1).max(1000).optional(),
  version: z.string().min(1).max(200).optional(),
});

export const listRepositories = operation({
  id: "listRepositories",
  method: "GET",
  path: "/repositories",
  summary: "List the repositories of the workspace",
  tag,
  auth: READ,
  query: page.extend({
    q: z.string().max(200).optional(),
    connected_org_id: uuid.optional(),
    archived: booleanQuery.optional(),
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
  tag,
  auth: READ,
  query: z
    .strictObject({ url: z.string().min(1).optional(), full_path: z.string().min(1).optional() })
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
  tag: "impact",
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
  tag: "impact",
  auth: READ,
  query: impactQuery.extend({
    repository_id: uuid.optional(),
    url: z.string().min(1).optional(),
    full_path: z.string().min(1).optional(),
    artifact_id: uuid.optional(),
  }),
  status: 200,
  response: Impact,
  errors: [400, 409],
  counted: true,
});
