import * as z from "zod";
import { readArtifactName, readType } from "../names.ts";
import { PAGE_INPUT, PAGE_OUTPUT, windowOf } from "../page.ts";
import { defineTool, pageOf } from "../tool.ts";
import { describeRest, repositories } from "../words.ts";

export const findArtifact = defineTool({
  name: "find_artifact",
  title: "Find artifacts",
  description:
    "Find images, packages, modules, actions, charts and pipelines by name, part of a name or purl: who produces each, and how many repositories use it.",
  input: z.object({
    query: z.string().min(1).max(500),
    type: z.string().max(50).optional().describe("such as container_image, npm_package, github_action"),
    ...PAGE_INPUT,
  }),
  output: {
    artifacts: z.array(
      z.object({
        type: z.string(),
        name: z.string(),
        version: z.string().nullable(),
        repository: z.string().nullable(),
        consumers: z.number(),
      }),
    ),
    ...PAGE_OUTPUT,
  },
  async answer(answers, input) {
    const { offset, limit, nextCursor } = windowOf(input);
    const { name, artifact_type: type = input.type === undefined ? undefined : readType(input.type) } =
      readArtifactName(input.query);
    const filter = { q: name.slice(0, 200), ...(type && { artifact_type: type }) };
    const [graph, { items, total }] = await Promise.all([
      answers.describeGraph(),
      answers.listArtifacts({ ...filter, limit, offset }),
    ]);
    const artifacts = items.map((one) => ({
      type: one.artifact_type,
      name: one.name,
      version: one.version,
      repository: one.source_repository?.full_path ?? null,
      consumers: one.consumer_count,
    }));
    const next_cursor = nextCursor(total);
    return {
      lines: [
        total === 0
          ? `No artifact has "${name}" in its name. Try a shorter part of the name.`
          : `${total === 1 ? "1 artifact has" : `${total} artifacts have`} "${name}" in the name.`,
        ...artifacts.map(
          (one) =>
            `- ${one.type} ${one.name}: ${one.repository === null ? "no producer here" : `produced by ${one.repository}`}, used by ${repositories(one.consumers)}`,
        ),
        ...describeRest(offset + artifacts.length, total, next_cursor),
      ],
      data: { artifacts, total, next_cursor },
      graph,
      page: pageOf("/artifacts", filter),
      about: {},
    };
  },
});
