import type { Impact } from "@knockon/contract/resources/impact";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { isMention, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import * as z from "zod";
import { type GraphSearch, MAX_DEPTH } from "../graph/graph-search.ts";
import { countOf } from "../../format/format.ts";
import { PASSED_ON, inHeading, inWords } from "../../format/words.ts";
import { PAGE_SIZE, SearchText } from "../../list/list-search.ts";

const id = z.uuid().optional().catch(undefined);

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** Search parameters: the API query, and the state of the view. */
export const ImpactSearch = z.object({
  repository_id: id,
  artifact_id: id,
  path: SearchText,
  version: SearchText,
  max_depth: z.int().min(1).max(10).optional().catch(undefined),
  min_confidence: z.number().min(0).max(1).optional().catch(undefined),
  through: z.enum(["repositories"]).optional().catch(undefined),
  /** Roles that count, separated by commas. */
  role: z
    .string()
    .refine((text) => text.split(",").every(isRole))
    .optional()
    .catch(undefined),
  clock: z.enum(CLOCKS).optional().catch(undefined),
  /** Only archived repositories, which belong to no timing. */
  archived: z.literal(true).optional().catch(undefined),
  /** Of those of a clock, only those that edit nothing, as another repository has a new version first, or only the others. */
  follows: z.boolean().optional().catch(undefined),
  /** Direct and transitive dependents if omitted. */
  group: z.enum(["wave", "owner", "clock"]).optional().catch(undefined),
  /** The expanded repository. */
  open: id,
});
export type ImpactSearch = z.infer<typeof ImpactSearch>;

/** Same as the API's defaults. */
export const DEFAULTS = { max_depth: 3, min_confidence: 0.4 } as const;

/** Value of `role` that selects repositories that only mention the root. */
export const MENTIONS = ROLES.filter(isMention).join(",");

/** Selects mentions. Most have a low confidence. */
export const MENTIONS_QUERY = { role: MENTIONS, min_confidence: 0 } as const;

/** Roles that affect a repository. */
export const AFFECTING_ROLES: readonly Role[] = ROLES.filter((role) => !isMention(role));

/** Roles that count by default, same as in the API. */
export const defaultRoles = ({ through }: ImpactSearch): readonly Role[] =>
  through === undefined ? AFFECTING_ROLES : ROLES;

/** Roles that count. */
export const rolesOf = (search: ImpactSearch): readonly Role[] =>
  search.role === undefined ? defaultRoles(search) : search.role.split(",").filter(isRole);

/** Whether all roles that count are mentions. */
export const asksForMentions = (search: ImpactSearch): boolean => rolesOf(search).every(isMention);

/** Value of `role` for a set of roles. Undefined for the default and for none. */
export function roleText(search: ImpactSearch, roles: readonly Role[]): string | undefined {
  const text = ROLES.filter((role) => roles.includes(role)).join(",");
  return text === "" || text === defaultRoles(search).join(",") ? undefined : text;
}

export const MENTIONS_ONLY = "Mentions only";
export const ALL_BUT_MENTIONS = "All except mentions";

/** `All except mentions`, `Mentions only`, `Runtime, CI`. */
export function rolesAskedFor(search: ImpactSearch): string {
  if (search.role === MENTIONS) return MENTIONS_ONLY;
  const chosen = rolesOf(search);
  if (chosen.length === ROLES.length) return "All";
  if (chosen.join(",") === AFFECTING_ROLES.join(",")) return ALL_BUT_MENTIONS;
  return chosen.map(inHeading).join(", ");
}

/** What a question follows, in words: `Passed on where built in · up to 3 hops · no mentions`. */
export function scopeInWords(search: ImpactSearch, { max_depth }: Pick<Impact, "max_depth">): string {
  const { through = "artifacts" } = search;
  const followed = PASSED_ON.find(({ value }) => value === through)?.text ?? "";
  const asked = rolesAskedFor(search);
  const roles =
    asked === MENTIONS_ONLY
      ? asked.toLowerCase()
      : asked === ALL_BUT_MENTIONS
        ? "no mentions"
        : `roles: ${rolesOf(search).map(inWords).join(", ")}`;
  return `Passed on ${followed} · up to ${countOf(max_depth, "hop", "hops")} · ${roles}`;
}

/** The API query without view state. */
export function queryOf(search: ImpactSearch): Record<string, string | number> {
  const { repository_id, artifact_id, path, version, max_depth, min_confidence, through, role } = search;
  const root = artifact_id === undefined ? { repository_id } : { artifact_id };
  const question = { ...root, path, version, max_depth, min_confidence, through, role };
  return Object.fromEntries(
    Object.entries(question).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}

/** The same question to the graph: the root, its hops and what is followed. */
export const graphQuery = (
  { through, min_confidence }: ImpactSearch,
  { root, max_depth }: Pick<Impact, "root" | "max_depth">,
  known: { connected_org_id: string } | undefined,
): GraphSearch => ({
  connected_org_id: known?.connected_org_id,
  root: root.id,
  depth: Math.min(max_depth, MAX_DEPTH),
  through,
  min_confidence,
});

export const hasRoot = ({ repository_id, artifact_id }: ImpactSearch): boolean =>
  repository_id !== undefined || artifact_id !== undefined;

/** All timings. */
export const UNFILTERED = { clock: undefined, archived: undefined, follows: undefined };

/** Whether the list has only one timing, or archived repositories. */
export const isFiltered = ({ clock, archived }: ImpactSearch): boolean =>
  clock !== undefined || archived === true;

/** Changes the query and resets the filter and the expanded row. */
export const changeQuery = (search: ImpactSearch, changes: Partial<ImpactSearch>): ImpactSearch => ({
  ...search,
  ...UNFILTERED,
  open: undefined,
  ...changes,
});

/** The part of the list: those of one timing, and the earliest first. Mentions have no timing. */
export function pageOf(search: ImpactSearch) {
  const { clock, archived } = search;
  return {
    limit: PAGE_SIZE,
    ...(!asksForMentions(search) && {
      sort: "clock" as const,
      include: "onward" as const,
      ...(clock !== undefined && { clock, archived: "false" as const }),
      ...(archived === true && { archived: "true" as const }),
    }),
  };
}
