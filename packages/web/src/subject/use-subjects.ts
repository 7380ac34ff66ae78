import { listArtifacts, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listRepositories, lookupRepository } from "@knockon/contract/operations/repository";
import type { Repository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { File, FolderGit2, Package } from "lucide-react";
import { useDeferredValue } from "react";
import { readPasted } from "./pasted.ts";
import { useWorkspace } from "../api/workspace.ts";
import type { Findable, FoundGroup } from "../components/finder.tsx";
import { inWords } from "../format/words.ts";

/** Something that can change: a repository, one of its artifacts, or a file in it. */
export interface Subject extends Findable {
  kind: "repository" | "artifact" | "file";
  /** Search parameters of its impact. */
  search: { repository_id: string; path?: string } | { artifact_id: string };
  /** Of a repository. */
  cloneUrl?: string;
}

const MAX_FOUND = 8;

interface FoundSubjects {
  groups: FoundGroup<Subject>[];
  /** Whether a request for this text has not answered yet. */
  isSearching: boolean;
}

/** Finds repositories, artifacts of the workspace and files by name, path, clone URL, page of a Git host or image reference. */
export function useSubjectSearch(text: string): FoundSubjects {
  const { api } = useWorkspace();
  const given = useDeferredValue(text);
  const { url, place, image } = readPasted(given);
  const q = image ?? place?.fullPath ?? given;
  const matching = q === "" ? {} : { q };
  const listing = useQuery({
    ...api.query(listRepositories, {
      query: { limit: MAX_FOUND, ...matching, sort: "-dependent_repositories_total" },
    }),
    enabled: url === undefined,
    placeholderData: keepPreviousData,
  });
  const lookup = useQuery({
    ...api.query(lookupRepository, {
      query: url === undefined ? { full_path: place?.fullPath ?? q } : { url },
    }),
    enabled: url !== undefined || place !== undefined,
  });
  const { data: orgs = [] } = useQuery(api.query(listConnectedOrgs, { query: { limit: 500 } }));
  const artifacts = useQueries({
    queries: orgs.map(({ id }) => ({
      ...api.query(listArtifacts, {
        params: { connected_org_id: id },
        query: { limit: MAX_FOUND, first_party: "true", ...matching },
      }),
      placeholderData: keepPreviousData,
      // Artifacts are listed only for a search text.
      enabled: given !== "" && url === undefined,
    })),
  });
  const { data: repositories = [], isPlaceholderData: isOfFormerText } = listing;
  const isSearching =
    given !== text ||
    [listing, lookup, ...artifacts].some(
      ({ isFetching, isPlaceholderData, data }) => isFetching && (data === undefined || isPlaceholderData),
    );
  const exact = url !== undefined || place !== undefined ? lookup.data : undefined;
  // Results of a former text stay only if they match: Enter must not open an unrelated one.
  const typed = text.toLowerCase();
  const stillMatches = (name: string): boolean => name.toLowerCase().includes(typed);
  const current =
    isOfFormerText || given !== text
      ? repositories.filter(({ full_path }) => stillMatches(full_path))
      : repositories;
  const listed = url === undefined ? current : [];
  const known = exact ? [exact, ...listed.filter(({ id }) => id !== exact.id)] : listed;
  const files = exact && place ? [fileSubject(exact, place.path)] : [];
  const groups = [
    { heading: "Files", items: files },
    { heading: "Repositories", items: known.map(repositorySubject) },
    {
      heading: "Artifacts",
      items:
        given === "" || url !== undefined
          ? []
          : artifacts
              .flatMap(({ data = [], isPlaceholderData }) =>
                isPlaceholderData || given !== text ? data.filter(({ name }) => stillMatches(name)) : data,
              )
              .slice(0, MAX_FOUND)
              .map(({ id, name, artifact_type }) => ({
                id,
                kind: "artifact" as const,
                text: name,
                note: inWords(artifact_type),
                icon: Package,
                search: { artifact_id: id },
              })),
    },
  ];
  return { groups, isSearching };
}

export const useSubjects = (text: string): FoundGroup<Subject>[] => useSubjectSearch(text).groups;

const repositorySubject = ({ id, full_path, clone_url }: Repository): Subject => ({
  id,
  kind: "repository",
  text: full_path,
  icon: FolderGit2,
  search: { repository_id: id },
  cloneUrl: clone_url,
});

const fileSubject = ({ id, full_path }: Repository, path: string): Subject => ({
  id: `${id} ${path}`,
  kind: "file",
  text: path,
  note: full_path,
  icon: File,
  search: { repository_id: id, path },
});
