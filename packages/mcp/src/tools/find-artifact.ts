import { formatPlace } from "@knockon/contract/check/words";
import * as z from "zod";
import type { Answers } from "../answers/answers.ts";
import { readArtifactName, readType } from "../names.ts";
import { PAGE_INPUT, PAGE_OUTPUT, windowOf } from "../page.ts";
import { defineTool, pageOf } from "../tool.ts";
import { describeRest, describeUnnamedLine, repositories } from "../words.ts";

/** Repositories listed for an artifact. */
const MAX_USES = 50;

export const findArtifact = defineTool({
  name: "find_artifact",
  title: "Find artifacts",
  description:
    "Find images, packages, modules, actions, charts and pipelines by name, part of a name or purl: who produces each, and how many repositories use it. With a whole name: also which ones.",
  input: z.object({
    query: z.string().min(1).max(500),
    type: z.string().max(50).optional().describe("such as container_image"),
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
        used_by: z.array(
          z.object({
            repository: z.string(),
            file: z.string(),
            line: z.number().nullable(),
            version: z.string().nullable(),
          }),
        ),
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
    const artifacts = await Promise.all(
      items.map(async (one) => ({
        type: one.artifact_type,
        name: one.name,
        version: one.version,
        repository: one.source_repository?.full_path ?? null,
        consumers: one.dependent_count,
        ...(one.name.toLowerCase() === name.toLowerCase()
          ? await listUses(answers, one.id)
          : { used_by: [], unnamed: undefined }),
      })),
    );
    const unnamed = artifacts.reduce((sum, one) => sum + (one.unnamed?.repositories ?? 0), 0);
    const next_cursor = nextCursor(total);
    return {
      lines: [
        total === 0
          ? `No artifact has "${name}" in its name. Try a shorter part of the name.`
          : `${total === 1 ? "1 artifact has" : `${total} artifacts have`} "${name}" in the name.`,
        ...artifacts.flatMap(({ used_by: uses, unnamed: notNamed, ...one }) => [
          `- ${one.type} ${one.name}: ${one.repository === null ? "no producer here" : `produced by ${one.repository}`}, used by ${repositories(one.consumers)}`,
          ...uses.map(
            ({ repository, file, line, version }) =>
              `  - ${repository} ${formatPlace({ file, line: line ?? 1 })}${version === null ? "" : ` ${version}`}`,
          ),
          ...describeMore(uses.length, one.consumers - (notNamed?.repositories ?? 0)),
          ...describeUnnamedLine(notNamed).map((line) => `  - ${line}`),
        ]),
        ...describeRest(offset + artifacts.length, total, next_cursor),
      ],
      data: { artifacts: artifacts.map(({ unnamed: _, ...one }) => one), total, unnamed, next_cursor },
      graph,
      page: pageOf("/artifacts", filter),
      about: {},
    };
  },
});

const describeMore = (shown: number, all: number): string[] =>
  shown > 0 && shown < all ? [`  - ${all - shown} more`] : [];

async function listUses(answers: Answers, artifactId: string) {
  const { items, unnamed } = await answers.listConsumers(artifactId);
  const used_by = items.slice(0, MAX_USES).map((one) => ({
    repository: one.repository.full_path,
    file: one.source_file,
    line: one.source_line,
    version: one.version_constraint,
  }));
  return { used_by, unnamed };
}
