import type { Repository } from "@knockon/contract/resources/repository";
import { Archive, GitFork, History } from "lucide-react";
import { Badge } from "../../components/badges.tsx";

interface Freshness {
  last_activity_at: string | null;
  last_scanned_at: string | null;
}

/** Whether the repository changed since its last scan. */
const isStale = ({ last_activity_at, last_scanned_at }: Freshness): boolean =>
  last_activity_at !== null &&
  last_scanned_at !== null &&
  Date.parse(last_activity_at) > Date.parse(last_scanned_at);

/** Archived, fork and stale badges. */
export const RepositoryBadges = ({ repository }: { repository: Repository }) => (
  <>
    {repository.archived && (
      <Badge tone="slate" icon={Archive}>
        Archived
      </Badge>
    )}
    {repository.is_fork && <Badge icon={GitFork}>Fork</Badge>}
    {isStale(repository) && (
      <Badge tone="warning" icon={History}>
        Stale
      </Badge>
    )}
  </>
);
