import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { Repository } from "@knockon/contract/resources/repository";
import { TimeAgo } from "../../components/time-ago.tsx";
import type { Column } from "../../list/column.ts";
import { RepositoryRowLink } from "../../list/repository-row-link.tsx";
import { RepositoryBadges } from "./repository-badges.tsx";

export const repositoryColumns = (orgs: readonly ConnectedOrg[]): Column<Repository>[] => [
  {
    id: "name",
    header: "Repository",
    width: "w-full",
    value: ({ full_path }) => full_path,
    cell: (repository) => (
      <span className="flex min-w-0 items-center gap-2">
        <RepositoryRowLink id={repository.id} text={repository.full_path} />
        <RepositoryBadges repository={repository} />
      </span>
    ),
  },
  {
    id: "org",
    header: "Organization",
    from: "lg",
    width: "min-w-32",
    value: ({ connected_org_id }) => orgs.find(({ id }) => id === connected_org_id)?.name ?? null,
    cell: ({ connected_org_id }) => (
      <span className="block truncate text-muted">
        {orgs.find(({ id }) => id === connected_org_id)?.name}
      </span>
    ),
  },
  {
    id: "branch",
    header: "Default branch",
    from: "lg",
    width: "min-w-28",
    value: ({ default_branch }) => default_branch,
    cell: ({ default_branch }) => (
      <span className="block truncate font-mono text-12 text-muted">{default_branch}</span>
    ),
  },
  {
    id: "activity",
    header: "Last commit",
    from: "md",
    width: "min-w-28",
    value: ({ last_activity_at }) => last_activity_at,
    cell: ({ last_activity_at }) => <TimeAgo at={last_activity_at} />,
  },
  {
    id: "scanned",
    header: "Last scanned",
    from: "sm",
    width: "min-w-28",
    value: ({ last_scanned_at }) => last_scanned_at,
    cell: ({ last_scanned_at }) => <TimeAgo at={last_scanned_at} />,
  },
];
