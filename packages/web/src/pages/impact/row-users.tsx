import { getImpact } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { type ImpactSearch, UNFILTERED } from "./impact-search.ts";
import { type Affected, archivedThrough, usersInWords } from "./impact-text.ts";
import { isListed, useImpact } from "./use-impact.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { countOf } from "../../format/format.ts";

/** More are counted instead of being named. */
const FEW = 3;

interface RowUsersProps {
  row: Affected;
  /** The question. */
  asked: ImpactSearch;
}

/** Of a repository through which no active one gets the change although that is built into it: who uses it, and how these get the change. */
export function RowUsers({ row, asked }: RowUsersProps) {
  const { repository, onward } = row;
  const { api } = useWorkspace();
  const { dependents = 0 } = onward ?? {};
  const query = {
    repository_id: repository.id,
    through: "repositories",
    max_depth: 1,
    limit: FEW,
  } as const;
  const { data: used } = useQuery({
    ...api.query(getImpact, { query }),
    enabled: dependents <= FEW,
    staleTime: 60_000,
  });
  // The page has loaded it.
  const { data: whole } = useImpact({ ...asked, ...UNFILTERED, group: undefined });
  const users = used?.affected.map((one) => one.repository) ?? [];
  const affected = new Map(whole?.impact.affected.map((one) => [one.repository.id, one]));
  const archived = archivedThrough(repository.id, whole?.impact.affected ?? []);
  if (archived !== "") return <p className="text-muted">{archived}</p>;
  const isKnown =
    whole !== undefined &&
    isListed(whole) &&
    users.length === dependents &&
    users.every(({ id }) => id !== whole.impact.root.id);
  return (
    <p className="text-muted">
      {isKnown
        ? usersInWords(users, affected, row)
        : `${countOf(dependents, "repository uses", "repositories use")} it, and ${dependents === 1 ? "does" : "do"} not depend on it for this change.`}
    </p>
  );
}
