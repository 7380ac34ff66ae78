import type { Impact } from "@knockon/contract/resources/impact";
import { suggest } from "@knockon/contract/suggest";
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import * as z from "zod";
import type { Answers, GraphState } from "../answers/answers.ts";
import { getArtifact, getRepository, scopeOf } from "../names.ts";
import { ToolError } from "../tool-error.ts";
import { pageOf, type Subject } from "../tool.ts";
import { describeUnnamedLine, ownerOf } from "../words.ts";

const name = z.string().min(1).max(500);

/** Input fields of tools about a change that is not made yet. */
export const CHANGE_INPUT = {
  repository: name.optional().describe("full path or URL of what changes"),
  artifact: name.optional().describe("or only this: name, type:name or purl"),
  paths: z.array(name).max(100).optional().describe("or only what is built from these"),
  version: z.string().min(1).max(200).optional().describe("to be released"),
  roles: z.array(z.string().max(20)).max(9).optional().describe("runtime, build, ci, dev, test, example"),
  min_confidence: z.number().min(0).max(1).default(0.4),
  depth: z.int().min(1).max(10).default(3),
};

type Change = z.output<z.ZodObject<typeof CHANGE_INPUT>>;

export interface ImpactOfChange {
  impact: Impact;
  /** What changes, for the text. */
  subject: string;
  /** The name of the artifact that changes, if only that does. */
  artifact: string | undefined;
  graph: GraphState;
  page: string;
  about: Subject;
  /** One line for each reason why the answer may be smaller than expected. */
  notes: string[];
}

/** Asks for the impact of a change. Throws ToolError. */
export async function askImpact(answers: Answers, change: Change): Promise<ImpactOfChange> {
  const { min_confidence, depth: max_depth, version } = change;
  if (change.repository === undefined && change.artifact === undefined)
    throw new ToolError("Name what changes: repository, artifact, or both.");
  if (change.artifact !== undefined && change.paths !== undefined)
    throw new ToolError("Use either artifact or paths.");
  const role = change.roles?.map(readRole);
  const repository =
    change.repository === undefined ? undefined : await getRepository(answers, change.repository);
  const artifact =
    change.artifact === undefined ? undefined : await getArtifact(answers, change.artifact, repository);
  const root = artifact ? { artifact_id: artifact.id } : { repository_id: repository?.id ?? "" };
  const [graph, impact] = await Promise.all([
    answers.describeGraph(),
    answers.getImpact({ root, max_depth, min_confidence, role, path: change.paths, version }),
  ]);
  const { unresolved, summary, complete } = impact;
  return {
    impact,
    subject: artifact ? scopeOf(artifact) : impact.root.full_path,
    artifact: artifact?.name,
    graph: { ...graph, complete: graph.complete && complete },
    page: pageOf("/impact", {
      ...root,
      version,
      max_depth,
      min_confidence,
      role: role?.join(","),
      path: change.paths?.[0],
    }),
    about: { repository: impact.root.full_path, artifact: artifact && scopeOf(artifact) },
    notes: [
      ...describeUnnamedLine(impact.unnamed),
      ...unresolved.paths.map((path) => `Nothing that Knockon knows is built from "${path}".`),
      ...(summary.mentions > 0
        ? [`${summary.mentions} more only mention it: documentation, fixtures, copies.`]
        : []),
      ...(unresolved.below_floor > 0
        ? [`${unresolved.below_floor} more have a confidence below ${min_confidence}.`]
        : []),
    ],
  };
}

function readRole(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role) return role;
  throw new ToolError(`Unknown role "${text}".${suggest(text, ROLES)} Roles: ${ROLES.join(", ")}.`);
}

type Affected = Impact["affected"][number];
type Group = Affected["roles"][number];

/** The declarations of one role, as far as the answers list them. */
export const linesOf = ({ role, evidence }: Group) =>
  evidence.map((one) => ({
    file: one.source_file,
    line: one.source_line,
    reference: one.raw_reference,
    role,
    clock: one.clock,
    owner: ownerOf(one),
  }));

/**
 * Returns the declaration by which a repository gets the change: of its clock if there is one, and one that names the artifact
 * rather than one that names only the repository.
 */
export function decidingLine({ roles, clock }: Affected, artifact: string | undefined) {
  const all = roles.flatMap(linesOf);
  const ofClock = all.filter((one) => one.clock === clock);
  const lines = ofClock.length > 0 ? ofClock : all;
  return lines.find(({ reference }) => artifact !== undefined && reference.includes(artifact)) ?? lines[0];
}

const UNNAMED = "a repository that is not named";

/** Returns the repository that the change comes through. Null if the repository declares the root itself. */
export const throughOf = ({ direct, path }: Affected): string | null =>
  direct ? null : (path.at(-1)?.target.full_path ?? UNNAMED);

export function clockCounts({ summary: { by_clock: counts } }: Impact) {
  const count = (clock: keyof typeof counts.direct): number =>
    counts.direct[clock] + counts.transitive[clock];
  return {
    next_run: count("next_run"),
    next_update: count("next_update"),
    bump: count("bump"),
    unknown: count("unknown"),
  };
}
