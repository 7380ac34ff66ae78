import type { LineOwner } from "@knockon/contract/resources/fields";
import { ownersByFile, ownersOfMost } from "@knockon/extract/codeowners/find-owners";
import type { Report } from "./report.ts";

type FindOwner = (repository: string, file: string) => LineOwner | null;

const known = new WeakMap<Report, FindOwner>();

/** Returns a function that finds the owner of a line: by CODEOWNERS, or else who owns most of the repository in it, or else the main author if the report has ownership. */
export function lineOwners(report: Report): FindOwner {
  const former = known.get(report);
  if (former) return former;
  const repositories = new Map(report.repositories.map((one) => [one.full_path, one]));
  const mainAuthors = new Map(report.ownership?.map((one) => [one.repository, one.top_author]));
  const files = new Map<string, Map<string, string[]>>();
  const find: FindOwner = (repository, file) => {
    let owned = files.get(repository);
    if (!owned) files.set(repository, (owned = ownersByFile(repositories.get(repository)?.owners ?? [])));
    const names = owned.get(file);
    if (names) return { names, source: "codeowners" };
    const others = ownersOfMost(owned);
    if (others) return { names: others, source: "repository" };
    const author = mainAuthors.get(repository) ?? null;
    return author === null ? null : { names: [author], source: "main_author" };
  };
  known.set(report, find);
  return find;
}
