import { CLOCK_WORDS } from "@knockon/contract/check/words";
import type { Impact } from "@knockon/contract/resources/impact";
import * as z from "zod";
import type { KnownDependency } from "../answers/answers.ts";
import { getArtifact, getRepository, scopeOf } from "../names.ts";
import { PAGE_INPUT, PAGE_OUTPUT, windowOf } from "../page.ts";
import { defineTool, pageOf } from "../tool.ts";
import { withOwner, describeUnnamedLine, describeRest, ownerOf } from "../words.ts";

/** Far enough for any chain that a reader would follow. */
const MAX_DEPTH = 10;

const name = z.string().min(1).max(500);

export const explainEdge = defineTool({
  name: "explain_edge",
  title: "Explain a dependency",
  description:
    "Why one repository depends on another: every declaration with file, line, rule and confidence, or the chain of repositories between them.",
  input: z.object({
    consumer: name.describe("full path or URL of the repository"),
    producer: name,
    artifact: name.optional().describe("of the producer"),
    ...PAGE_INPUT,
  }),
  output: {
    relation: z.string().describe("direct, transitive, mention or none"),
    clock: z.string().nullable(),
    chain: z.array(z.string()).describe("from producer to consumer"),
    declarations: z.array(
      z.object({
        file: z.string(),
        line: z.number(),
        reference: z.string(),
        artifact: z.string().nullable(),
        version: z.string().nullable(),
        version_state: z.string(),
        locked: z.string().nullable(),
        role: z.string(),
        clock: z.string().nullable(),
        rule: z.string(),
        confidence: z.number(),
        owner: z.string().nullable(),
        why: z.string(),
      }),
    ),
    ...PAGE_OUTPUT,
  },
  async answer(answers, input) {
    const { offset, limit, nextCursor } = windowOf(input);
    const consumer = await getRepository(answers, input.consumer);
    const producer = await getRepository(answers, input.producer);
    const asked =
      input.artifact === undefined ? undefined : await getArtifact(answers, input.artifact, producer);
    const [graph, products, dependencies, impact] = await Promise.all([
      answers.describeGraph(),
      answers.listProducts(producer.id),
      answers.listDependencies(consumer.id),
      answers.getImpact({
        root: asked ? { artifact_id: asked.id } : { repository_id: producer.id },
        affected_id: consumer.id,
        max_depth: MAX_DEPTH,
        min_confidence: 0,
      }),
    ]);
    const names = new Map(products.map((one) => [one.id, scopeOf(one)]));
    const affected = impact.affected.find(({ repository }) => repository.id === consumer.id);
    const declared = dependencies.filter(
      (one) => one.target_repository?.id === producer.id && (!asked || one.artifact_id === asked.id),
    );
    const declarations = declared.slice(offset, offset + limit).map((one) => {
      const artifact = names.get(one.artifact_id ?? "") ?? null;
      return {
        file: one.source_file,
        line: one.source_line,
        reference: one.raw_reference,
        artifact,
        version: one.version_constraint,
        version_state: one.version_constraint_state,
        locked: describeLock(one),
        role: one.role,
        clock: clockOf(affected, one),
        rule: one.evidence.rule,
        confidence: one.confidence,
        owner: ownerOf(one),
        why: `${one.evidence.rule} reads "${one.raw_reference}" as ${artifact ?? one.dependency_type}, which ${producer.full_path} produces${one.reason === "ambiguous" ? ", as do others" : ""}.`,
      };
    });
    const path = affected?.path.map(({ source }) => source.full_path) ?? [];
    const isHidden = affected !== undefined && path.length === 0;
    const chain = affected ? [producer.full_path, ...(isHidden ? [consumer.full_path] : path)] : [];
    const relation = relationOf(declared, affected);
    const next_cursor = nextCursor(declared.length);
    return {
      lines: [
        VERDICTS[relation](consumer.full_path, asked ? scopeOf(asked) : producer.full_path),
        ...(relation === "transitive" ? [`Chain: ${chain.join(isHidden ? " → … → " : " → ")}`] : []),
        ...describeUnnamedLine(impact.unnamed),
        ...(affected ? [`It gets a change ${CLOCK_WORDS[affected.clock]}.`] : []),
        ...declarations.map(
          (one) =>
            `- ${one.file}:${one.line} ${one.reference} (${one.role}, ${one.version_state}, confidence ${one.confidence})${withOwner(one.owner)}: ${one.why}`,
        ),
        ...describeRest(offset + declarations.length, declared.length, next_cursor),
      ],
      data: {
        relation,
        clock: affected?.clock ?? null,
        chain,
        declarations,
        total: declared.length,
        unnamed: impact.unnamed?.repositories ?? 0,
        next_cursor,
      },
      graph,
      page: pageOf(`/repositories/${consumer.id}`, { tab: "dependencies", q: producer.name }),
      about: {
        repository: producer.full_path,
        artifact: asked && scopeOf(asked),
        consumer: consumer.full_path,
      },
    };
  },
});

type Affected = Impact["affected"][number];
type Relation = "direct" | "transitive" | "mention" | "none";

const VERDICTS: Record<Relation, (consumer: string, producer: string) => string> = {
  direct: (consumer, producer) => `${consumer} depends on ${producer} directly.`,
  transitive: (consumer, producer) => `${consumer} depends on ${producer} through other repositories.`,
  mention: (consumer, producer) => `${consumer} only mentions ${producer}: a change does not reach it.`,
  none: (consumer, producer) =>
    `${consumer} does not depend on ${producer}, neither directly nor through other repositories.`,
};

function relationOf(declared: readonly KnownDependency[], affected: Affected | undefined): Relation {
  if (affected) return affected.direct ? "direct" : "transitive";
  return declared.length > 0 ? "mention" : "none";
}

/** Null if the impact does not list the declaration: it only mentions the producer, or many others have its role. */
const clockOf = (affected: Affected | undefined, one: KnownDependency): string | null =>
  affected?.roles
    .filter(({ role }) => role === one.role)
    .flatMap(({ evidence }) => evidence)
    .find(
      (line) =>
        line.source_file === one.source_file &&
        line.source_line === one.source_line &&
        line.raw_reference === one.raw_reference,
    )?.clock ?? null;

const describeLock = ({ locked }: KnownDependency): string | null =>
  locked &&
  `${locked.version ?? "unknown version"} in ${locked.file}${locked.line === null ? "" : `:${locked.line}`}`;
