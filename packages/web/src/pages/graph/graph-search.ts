import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import * as z from "zod";

export const DIRECTIONS = ["dependents", "dependencies", "both"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const GROUPINGS = ["owner", "namespace", "prefix", "ecosystem"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Hops that can be drawn without expanding nodes one by one. */
export const MAX_DEPTH = 5;

const id = z.uuid().optional().catch(undefined);
const text = z.coerce.string().min(1).optional().catch(undefined);

const AS_DEPENDENCY = "dependency.";

/** The ID of the card of a dependency that depends on the root as well, and has another card as a dependent. */
export const asDependency = (repositoryId: string): string => AS_DEPENDENCY + repositoryId;

/** The ID of the repository of a card. */
export const repositoryOf = (cardId: string): string =>
  cardId.startsWith(AS_DEPENDENCY) ? cardId.slice(AS_DEPENDENCY.length) : cardId;

/** Search parameters of the graph page. */
export const GraphSearch = z.object({
  connected_org_id: id,
  /** Defaults to the repository with the most dependents. */
  root: id,
  /** Shows the whole organization instead of a root's surroundings. */
  whole: z.boolean().optional().catch(undefined),
  /** The cluster of the whole organization whose repositories are shown. */
  cluster: text,
  direction: z.enum(DIRECTIONS).optional().catch(undefined),
  /** Which dependents are shown: those that a change affects if omitted, as in an impact. */
  through: z.enum(["repositories"]).optional().catch(undefined),
  depth: z.int().min(1).max(MAX_DEPTH).optional().catch(undefined),
  /** Repositories whose expansion differs from `depth`, as returned by `toggleKey`, separated by commas. */
  toggled: text,
  /** Open groups of long columns, separated by commas. */
  open: text,
  group: z.enum(GROUPINGS).optional().catch(undefined),
  min_confidence: z.number().min(0).max(1).optional().catch(undefined),
  /** Only dependencies of this type. */
  type: z.enum(ARTIFACT_TYPES).optional().catch(undefined),
  /** Only dependencies with this clock. */
  clock: z.enum(CLOCKS).optional().catch(undefined),
  archived: z.enum(["no"]).optional().catch(undefined),
  /** The card that is selected: of a repository, or of one as a dependency. */
  node: z
    .string()
    .refine((value) => z.uuid().safeParse(repositoryOf(value)).success)
    .optional()
    .catch(undefined),
  /** Shows a table of repositories or dependencies instead of the drawing. */
  view: z.enum(["table", "uses"]).optional().catch(undefined),
  /** Of the dependencies of a cluster, only those on this one: a key, or that of all without a column in the matrix. */
  producer: text,
  /** The order of the rows of the matrix of clusters. */
  order: text,
  /** The order of the table of repositories: the ID of a column, with `-` before it for descending. */
  sort: text,
});
export type GraphSearch = z.infer<typeof GraphSearch>;

export const DEFAULTS = {
  depth: 1,
  direction: "dependents",
  through: "artifacts",
  min_confidence: 0.4,
} as const;

/** Parses a list of keys. */
export const keysOf = (list: string | undefined): ReadonlySet<string> =>
  new Set(list?.split(",").filter((key) => key !== ""));

/** Adds or removes a key of a list. */
export function toggleIn(list: string | undefined, key: string): string | undefined {
  const keys = keysOf(list).symmetricDifference(new Set([key]));
  return keys.size === 0 ? undefined : [...keys].join(",");
}

const ID_LENGTH = 8;

/** Identifies a repository in `toggled`: its column, which is negative for a dependency, and the start of its ID. */
export const toggleKey = (column: number, repositoryId: string): string =>
  `${column}${repositoryId.slice(0, ID_LENGTH)}`;

/** Returns how many hops around the root are needed: those drawn, and one more to count what can be expanded. */
export function neededDepth({ depth = DEFAULTS.depth, toggled }: GraphSearch): number {
  const expanded = [...keysOf(toggled)].map((key) => Math.abs(Number(key.slice(0, -ID_LENGTH))) + 1);
  return Math.min(10, Math.max(depth, ...expanded.filter((hops) => hops > 0)) + 1);
}
