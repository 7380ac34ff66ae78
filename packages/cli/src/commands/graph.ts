import { parseChoice } from "../arguments.ts";
import { defineCommand, print } from "../command.ts";
import { ask } from "../service/open-answers.ts";
import { DEPTH, JSON_FLAG, MIN_CONFIDENCE, parseConfidence, parseDepth } from "./options.ts";
import { getSource, SOURCE_OPTIONS, SOURCE_USAGE } from "./source.ts";

const FORMATS = ["dot", "mermaid", "json"] as const;

export const graph = defineCommand({
  name: "graph",
  usage: `[REPO] ${SOURCE_USAGE}`,
  about:
    "Print the dependency graph for Graphviz, Mermaid or a program. Edges run from consumers to producers.",
  positional: { name: "REPO", help: "Only what is around this repository (default: the whole graph)" },
  options: {
    ...SOURCE_OPTIONS,
    depth: { ...DEPTH, help: "With REPO: follow at most N hops in each direction, 1 to 10 (default: 3)" },
    "min-confidence": {
      ...MIN_CONFIDENCE,
      help: `With REPO: ignore evidence below confidence C, 0 to 1 (default: 0.4)`,
    },
    format: {
      type: "string",
      value: "FORMAT",
      values: FORMATS,
      default: "dot",
      help: "dot (default), mermaid or json",
    },
    json: { ...JSON_FLAG, help: "Print JSON, as --format json" },
  },
  examples: [
    "knockon graph --in acme.json | dot -Tsvg > acme.svg",
    "knockon graph acme/base-image --in acme.json --depth 1 --format mermaid",
  ],
  async run({ values, argument: name }) {
    const format = values.json ? "json" : parseChoice("--format", values.format, FORMATS);
    const limits = {
      depth: parseDepth(values.depth),
      min_confidence: parseConfidence(values["min-confidence"]),
    };
    const found = await ask(await getSource("graph", values), async (answers) => {
      const { getRepository } = await import("@knockon/mcp/names");
      const root = name === undefined ? undefined : (await getRepository(answers, name)).id;
      return await answers.getGraph({ root, ...limits });
    });
    if (found.unnamed && found.unnamed.repositories > 0) {
      const { writeNote } = await import("../output/note.ts");
      const { describeUnnamedLine } = await import("@knockon/mcp/words");
      for (const line of describeUnnamedLine(found.unnamed)) writeNote(line);
    }
    if (format === "json") return print((await import("../output/format.ts")).toJson(found));
    const { renderDot, renderMermaid } = await import("../output/render-graph.ts");
    print(format === "dot" ? renderDot(found) : renderMermaid(found));
  },
});
