import * as z from "zod";
import { operation } from "../operation.ts";
import { Artifact, ArtifactConsumers, ArtifactVersion } from "../resources/artifact.ts";
import { ArtifactInterface } from "../resources/check.ts";
import { page, rolesQuery, sortQuery, uuid } from "../resources/fields.ts";
import { READ, readWithFeature } from "./access.ts";

const tag = "artifacts";
const params = z.object({ artifact_id: uuid.meta({ description: "Artifact ID." }) });

export const getArtifact = operation({
  id: "getArtifact",
  method: "GET",
  path: "/artifacts/{artifact_id}",
  summary: "Get an artifact",
  description: "Includes the producing repository if it belongs to the workspace.",
  tag,
  auth: READ,
  params,
  status: 200,
  response: Artifact,
  errors: [],
});

export const listArtifactVersions = operation({
  id: "listArtifactVersions",
  method: "GET",
  path: "/artifacts/{artifact_id}/versions",
  summary: "List artifact versions",
  description: "Returns versions from newest to oldest. `consumer_count` counts distinct repositories.",
  tag,
  auth: readWithFeature("artifact_dashboard"),
  params,
  query: page,
  status: 200,
  response: z.array(ArtifactVersion),
  errors: [],
  counted: true,
});

export const listArtifactConsumers = operation({
  id: "listArtifactConsumers",
  method: "GET",
  path: "/artifacts/{artifact_id}/consumers",
  summary: "List artifact consumers",
  description:
    "Returns the repositories that consume an artifact, the file, line and version of each use, and which of them lag behind the latest version. `limit` and `offset` paginate `consumers`, and `X-Total-Count` counts them. Consumers are ordered by repository, file and version constraint unless `sort` is given. `q` filters `consumers` and not the totals.",
  tag,
  auth: readWithFeature("artifact_dashboard"),
  params,
  query: page.extend({
    q: z.string().max(200).optional().meta({
      description: "Filter by part of the repository, file or version constraint.",
    }),
    role: rolesQuery.meta({
      description:
        "Filter the consumers and the totals by role. Separate several with commas. Default: all roles.",
    }),
    sort: sortQuery("repository", "version_constraint", "is_latest", "source_file"),
  }),
  status: 200,
  response: ArtifactConsumers,
  errors: [],
  counted: true,
  named: true,
  items: "consumers",
});

export const getArtifactInterface = operation({
  id: "getArtifactInterface",
  method: "GET",
  path: "/artifacts/{artifact_id}/interface",
  summary: "Get the interface of an artifact",
  description:
    "Returns the names that the artifact offers, as of the last scan: inputs, outputs, variables, values and others. Empty if the artifact has no producer in the workspace or if interfaces of its type are not read. With `include=consumers`, each name has the repositories that pass or read it.",
  tag,
  auth: READ,
  params,
  query: z.strictObject({
    include: z
      .enum(["consumers"])
      .optional()
      .meta({ description: "`consumers` adds the repositories that use each name." }),
  }),
  status: 200,
  response: ArtifactInterface,
  errors: [],
});
