import * as z from "zod";
import { operation } from "../operation.ts";
import { Artifact, ArtifactConsumers, ArtifactVersion } from "../resources/artifact.ts";
import { page, uuid } from "../resources/fields.ts";
import { READ, readWithFeature } from "./access.ts";

const tag = "artifacts";
const params = z.object({ artifact_id: uuid.meta({ description: "The artifact." }) });

export const getArtifact = operation({
  id: "getArtifact",
  method: "GET",
  path: "/artifacts/{artifact_id}",
  summary: "Get an artifact",
  description: "With the repository that produces it, if one of the workspace does.",
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
  summary: "List an artifact's versions with their consumers",
  description: "Newest first. `consumer_count` counts distinct repositories.",
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
  summary: "List who consumes an artifact, at which version",
  description:
    "Which repositories, where, at which version, and which of them lag behind the latest. `X-Total-Count` counts the consumers, of which `consumers` is a page.",
  tag,
  auth: readWithFeature("artifact_dashboard"),
  params,
  query: page,
  status: 200,
  response: ArtifactConsumers,
  errors: [],
  counted: true,
});
