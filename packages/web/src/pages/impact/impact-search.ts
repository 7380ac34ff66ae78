import { ADOPTIONS } from "@knockon/contract/resources/impact";
import * as z from "zod";
import { PAGE_SIZE, SearchText } from "../../list/list-search.ts";

const id = z.uuid().optional().catch(undefined);

/** Search parameters: the API query, and the state of the view. */
export const ImpactSearch = z.object({
  repository_id: id,
  artifact_id: id,
  path: SearchText,
  version: SearchText,
  max_depth: z.int().min(1).max(10).optional().catch(undefined),
  min_confidence: z.number().min(0).max(1).optional().catch(undefined),
  adoption: z.enum(ADOPTIONS).optional().catch(undefined),
  /** The expanded repository. */
  open: id,
  page: z.int().min(2).optional().catch(undefined),
});
export type ImpactSearch = z.infer<typeof ImpactSearch>;

/** Same as the API's defaults. */
export const DEFAULTS = { max_depth: 3, min_confidence: 0.4 } as const;

/** The API query without view state. */
export function queryOf(search: ImpactSearch): Record<string, string | number> {
  const { repository_id, artifact_id, path, version, max_depth, min_confidence } = search;
  const root = artifact_id === undefined ? { repository_id } : { artifact_id };
  const question = { ...root, path, version, max_depth, min_confidence };
  return Object.fromEntries(
    Object.entries(question).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}

export const hasRoot = ({ repository_id, artifact_id }: ImpactSearch): boolean =>
  repository_id !== undefined || artifact_id !== undefined;

/** Changes the query and resets the view state. */
export const changeQuery = (search: ImpactSearch, changes: Partial<ImpactSearch>): ImpactSearch => ({
  ...search,
  adoption: undefined,
  open: undefined,
  page: undefined,
  ...changes,
});

export const pageOf = ({ page = 1 }: ImpactSearch) => ({
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
});
