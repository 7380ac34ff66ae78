import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import type { KnownArtifact } from "@knockon/mcp/answers/answers";
import { parseChoice, parseNumber } from "../arguments.ts";
import { defineCommand, print, type Option } from "../command.ts";
import { ask } from "../service/open-answers.ts";
import { JSON_FLAG } from "./options.ts";
import { getSource, SOURCE_OPTIONS, SOURCE_USAGE } from "./source.ts";

/** Options of lists. */
export const LIMIT = {
  type: "string",
  value: "N",
  default: "100",
  help: "Print at most N rows, 1 to 100000 (default: 100)",
} as const satisfies Option;

export const TYPE = {
  type: "string",
  value: "TYPE",
  values: ARTIFACT_TYPES,
  help: "Only this type of artifact, such as container_image",
} as const satisfies Option;

export const parseLimit = (text: string): number =>
  parseNumber("--limit", text, { min: 1, max: 100_000, isInteger: true });

export const parseType = (text: string | undefined) =>
  text === undefined ? {} : { artifact_type: parseChoice("--type", text, ARTIFACT_TYPES) };

export const artifacts = defineCommand({
  name: "artifacts",
  usage: `[NAME] ${SOURCE_USAGE}`,
  about:
    "List images, packages, modules and other artifacts with their latest version, their producer and the number of repositories that use them.",
  positional: { name: "NAME", help: "Only artifacts whose name contains NAME" },
  options: { ...SOURCE_OPTIONS, type: TYPE, limit: LIMIT, json: JSON_FLAG },
  examples: [
    "knockon artifacts --in acme.json",
    "knockon artifacts base --in acme.json --type container_image",
  ],
  async run({ values, argument: q }) {
    const query = {
      ...(q !== undefined && { q }),
      ...parseType(values.type),
      limit: parseLimit(values.limit),
    };
    const source = await getSource("artifacts", values);
    const found = await ask(source, (answers) => answers.listArtifacts({ ...query, offset: 0 }));
    if (values.json) print((await import("../output/format.ts")).toJson(found.items));
    else print(`${await renderArtifacts(found.items, found.total)}\n`);
  },
});

export async function renderArtifacts(items: readonly KnownArtifact[], total: number): Promise<string> {
  const { list } = await import("../output/format.ts");
  const rows = items.map((one) => [
    one.artifact_type,
    one.name,
    one.version ?? "",
    one.source_repository?.full_path ?? "",
    one.dependent_count,
  ]);
  return list(["type", "name", "latest version", "producer", "consumers"], rows, total);
}
