import { getImpact } from "@knockon/contract/operations/repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { asksForMentions, hasRoot, type ImpactSearch, pageOf, queryOf } from "./impact-search.ts";
import { activeOf } from "./impact-text.ts";
import { afterInWords } from "./impact-followers.ts";
import { useWorkspace } from "../../api/workspace.ts";

/** The impact with the repositories of the pages that are loaded. Its counts by timing are those of repositories that are not archived. */
export interface ListedImpact {
  impact: Impact;
  /** The same as the API returned it: with archived repositories in the counts by timing. */
  answer: Impact;
  /** Number of affected repositories with the selected timing, on all pages. */
  total: number;
}

/** An impact of up to so many repositories is loaded as a whole: its owners can be counted. */
const WHOLE_UP_TO = 2500;

/** Whether all affected repositories are listed. */
export const isListed = ({ impact: { affected }, total }: ListedImpact): boolean => affected.length >= total;

/** Whether all of them are listed, or will be without a further request. */
export const isListedSoon = (listed: ListedImpact): boolean =>
  isListed(listed) || listed.total <= WHOLE_UP_TO;

/** The first page says how many each release reaches, unless someone has named one. */
const withReleases = (search: ImpactSearch, offset: number) =>
  offset === 0 && search.version === undefined && !asksForMentions(search)
    ? { include: "onward,releases" }
    : {};

/** The listed repositories that edit nothing, as another one has a new version first, or the others. All by default. */
export function restrictTo(listed: ListedImpact, follows: boolean | undefined): ListedImpact {
  if (follows === undefined) return listed;
  const affected = listed.impact.affected.filter((row) => (afterInWords(row) !== undefined) === follows);
  return { ...listed, impact: { ...listed.impact, affected }, total: affected.length };
}

/** Loads the impact for the URL with the first page of repositories, then the others: at once if they are few, or else on request. */
export function useImpact(search: ImpactSearch) {
  const { workspace, api } = useWorkspace();
  const query = { ...queryOf(search), ...pageOf(search) };
  const impact = useInfiniteQuery({
    queryKey: [getImpact.id, workspace.id, query, "pages"],
    queryFn: ({ pageParam, signal }) =>
      api.callPage(
        getImpact,
        { query: { ...query, ...withReleases(search, pageParam), offset: pageParam } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const listed = pages.reduce((sum, { items }) => sum + items.affected.length, 0);
      return last.items.affected.length > 0 && listed < last.total ? listed : undefined;
    },
    select: ({ pages }): ListedImpact | undefined => {
      const [first] = pages;
      if (!first) return undefined;
      const affected = pages.flatMap(({ items }) => items.affected);
      const answer = { ...first.items, affected };
      return { impact: { ...answer, summary: activeOf(answer.summary) }, answer, total: first.total };
    },
    enabled: hasRoot(search),
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = impact;
  // Waves and owners are those of all repositories, not of a page.
  const needsAll =
    search.group === "wave" ||
    search.group === "owner" ||
    (impact.data !== undefined && impact.data.total <= WHOLE_UP_TO);
  const isAlone = needsAll && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isAlone) void fetchNextPage();
  }, [isAlone, fetchNextPage]);
  return {
    ...impact,
    /** Loads pages until the listed repositories are enough. */
    async loadUntil(isEnough: (listed: ListedImpact) => boolean): Promise<void> {
      let { hasNextPage: hasMore, data } = impact;
      while (hasMore && data && !isEnough(data)) {
        const next = await fetchNextPage();
        if (next.isError) return;
        ({ hasNextPage: hasMore, data } = next);
      }
    },
  };
}
