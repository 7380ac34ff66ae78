import {
  CLOCK_WORDS,
  describeChange,
  describeVerdict,
  EFFECT_WORDS,
  formatPlace,
  placeOfChange,
} from "@knockon/contract/check/words";
import type { RepositoryReference } from "@knockon/contract/resources/fields";
import * as z from "zod";
import type { Answers, ChangeRequest, KnownArtifact } from "../answers/answers.ts";
import { getRepository, scopeOf } from "../names.ts";
import { PAGE_INPUT, PAGE_OUTPUT, windowOf } from "../page.ts";
import { ToolError } from "../tool-error.ts";
import { defineTool, pageOf, type Tool } from "../tool.ts";
import { describeUnnamed, shownBreaks } from "@knockon/contract/check/named-check";
import { withOwner, describeUnnamedLine, describeRest, ownerOf, repositories } from "../words.ts";
import { planRemovals, Removal } from "./removals.ts";

/** A change of a local clone, between commits. */
export interface ClonedChange {
  repository: RepositoryReference;
  change: ChangeRequest;
  /** Changed files whose interface is unknown, one sentence each. */
  notes: string[];
}

/** Reads what changes in a local clone, for servers on the machine of the user. Throws ToolError. */
export type ReadClone = (answers: Answers, query: CloneQuery) => Promise<ClonedChange>;

const text = z.string().min(1).max(500);

const REMOVE_INPUT = {
  repository: text.optional().describe("full path or URL"),
  removes: z.array(Removal).max(50).optional(),
};

const CLONE_INPUT = {
  path: text.optional().describe("a local clone, to compare commits of"),
  base: text.optional(),
  head: text.optional().describe("or WORKTREE"),
};

type CloneQuery = { path: string } & Pick<
  z.output<z.ZodObject<typeof INPUT>>,
  "repository" | "base" | "head"
>;

const INPUT = {
  ...REMOVE_INPUT,
  ...CLONE_INPUT,
  min_confidence: z.number().min(0).max(1).default(0.4),
  ...PAGE_INPUT,
};

const line = z.object({
  consumer: z.string(),
  file: z.string(),
  line: z.number(),
  clock: z.string(),
  effect: z.string().nullable().describe("null if undecided"),
  message: z.string(),
  owner: z.string().nullable(),
});

/** Without a reader, a change is described by what it removes. */
export const makeCheckChange = (readClone: ReadClone | undefined): Tool =>
  defineTool({
    name: "check_change",
    title: "Check a change",
    description: `Who still uses what I am about to remove? Lists the lines of other repositories that break, when and how. Give removes: names (input, secret, variable…) of artifacts of the repository, or an artifact without a name.${readClone ? " Or give path and commits of a local clone." : ""}`,
    input: z.object(readClone ? INPUT : without(INPUT, CLONE_INPUT)) as z.ZodObject<typeof INPUT>,
    output: {
      verdict: z.string().describe("clean, breaks or undecided"),
      reached: z.number().describe("repositories that get the change"),
      breaking: z.number(),
      uses: z.array(line),
      ...PAGE_OUTPUT,
    },
    async answer(answers, input) {
      const { offset, limit, nextCursor } = windowOf(input);
      const { repository, change, artifacts = [], notes } = await readChange(answers, input, readClone);
      const [graph, check] = await Promise.all([
        answers.describeGraph(),
        answers.checkChange(repository.id, { ...change, min_confidence: input.min_confidence }),
      ]);
      const uses = [
        ...check.breaks.map((one) => ({
          ...usedLine(one),
          effect: one.effect,
          message: `${describeChange(one)} (${formatPlace(placeOfChange(one))})`,
        })),
        ...check.undecided.map((one) => ({
          ...usedLine(one),
          effect: null,
          message: `${one.kind} "${one.name}" of ${one.producer_artifact.name}: ${one.reason}`,
        })),
      ];
      const shown = uses.slice(offset, offset + limit);
      const next_cursor = nextCursor(uses.length);
      return {
        lines: [
          describeVerdict(check),
          ...shown.map(
            (one) =>
              `- ${one.consumer} ${formatPlace(one)} ${one.effect === null ? "undecided" : EFFECT_WORDS[one.effect]} ${CLOCK_WORDS[one.clock]}: ${one.message}${withOwner(one.owner)}`,
          ),
          ...describeUnnamedBreaks(check),
          ...describeRest(offset + shown.length, uses.length, next_cursor),
          ...artifacts.flatMap((one) => describeUnbroken(one, check)),
          ...notes,
        ],
        data: {
          verdict: check.verdict,
          reached: check.reached.repositories,
          breaking: check.reached.breaking,
          uses: shown,
          total: uses.length,
          unnamed: check.unnamed?.repositories ?? 0,
          next_cursor,
        },
        graph: { ...graph, complete: graph.complete && check.graph.complete },
        page: pageOf("/impact", { repository_id: repository.id, path: change.changed_paths[0] }),
        about: { repository: repository.full_path },
      };
    },
  });

function without<T extends object>(shape: T, left: object): Partial<T> {
  return Object.fromEntries(Object.entries(shape).filter(([key]) => !(key in left))) as Partial<T>;
}

async function readChange(
  answers: Answers,
  { repository: named, removes, path, base, head }: z.output<z.ZodObject<typeof INPUT>>,
  readClone: ReadClone | undefined,
): Promise<ClonedChange & { artifacts?: KnownArtifact[] }> {
  const isEmpty = removes === undefined || removes.length === 0;
  if (!isEmpty && path !== undefined) throw new ToolError("Use either removes or path.");
  if (isEmpty && path === undefined)
    throw new ToolError(
      `Say what the change removes: removes: [{"name": "…"}]${readClone ? ", or give the path of a local clone" : ""}.`,
    );
  if (path !== undefined && readClone) return readClone(answers, { path, base, head, repository: named });
  if (named === undefined) throw new ToolError("Name the repository of the change.");
  const repository = await getRepository(answers, named);
  const { change, artifacts } = await planRemovals(answers, repository, removes ?? []);
  return { repository, change, artifacts, notes: [] };
}

type Check = Awaited<ReturnType<Answers["checkChange"]>>;

/** "Nothing breaks" does not mean that a removed artifact has no users. */
function describeUnbroken(artifact: KnownArtifact, { breaks, unnamed }: Check): string[] {
  const { dependent_count: users } = artifact;
  const isBroken = shownBreaks({ breaks, unnamed }).some(
    ({ producer_artifact: one }) => scopeOf(one) === scopeOf(artifact),
  );
  if (isBroken || users === 0) return [];
  return [
    `${repositories(users)} ${users === 1 ? "names" : "name"} ${scopeOf(artifact)} and ${users === 1 ? "does" : "do"} not break: its releases stay available, or it is only mentioned. find_artifact lists the lines.`,
  ];
}

/** Lines about consumers that the check only counts. */
function describeUnnamedBreaks({ unnamed }: Check): string[] {
  if (!unnamed) return [];
  return [
    ...unnamed.breaks.map(
      (one) =>
        `- ${describeUnnamed(one.repositories, unnamed)} ${EFFECT_WORDS[one.effect]} ${CLOCK_WORDS[one.clock]}: ${describeChange(one)} (${formatPlace(placeOfChange(one))})`,
    ),
    ...(unnamed.undecided > 0
      ? [
          `- ${unnamed.undecided} undecided ${unnamed.undecided === 1 ? "use" : "uses"} in repositories that are not named`,
        ]
      : []),
    ...describeUnnamedLine(unnamed),
  ];
}

type Used = Check["breaks" | "undecided"][number];

const usedLine = (one: Used) => ({
  consumer: one.consumer.full_path,
  file: one.use.file,
  line: one.use.line,
  clock: one.clock,
  owner: ownerOf(one),
});
