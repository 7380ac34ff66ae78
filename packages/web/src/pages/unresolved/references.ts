import type { UnresolvedDeclaration } from "@knockon/contract/resources/repository";

type Declaration = Pick<
  UnresolvedDeclaration,
  "id" | "artifact_id" | "raw_reference" | "version_constraint" | "source_repository"
>;

/** Declarations of the same artifact are a group. */
export const groupOf = ({ artifact_id, id }: Declaration): string => artifact_id ?? id;

export const countRepositories = (rows: readonly Declaration[]): number =>
  new Set(rows.map(({ source_repository }) => source_repository.id)).size;

/** A reference without its version: declarations of one artifact may have several. */
export function nameOf({ raw_reference: raw, version_constraint: version }: Declaration): string {
  if (version === null || version === "" || !raw.endsWith(version)) return raw;
  const name = raw.slice(0, -version.length).replace(/(?:\?ref=|[@:#]v?|[\s=~<>^!]+)$/u, "");
  return name === "" ? raw : name;
}

/** Keeps the declarations of a group together, and orders groups by repositories, then by declarations. */
export const mostRepositoriesFirst = <Row extends Declaration>(rows: readonly Row[]): Row[] =>
  [...Map.groupBy(rows, groupOf).values()]
    .toSorted((a, b) => countRepositories(b) - countRepositories(a) || b.length - a.length)
    .flat();
