import type { Repository } from "@knockon/contract/resources/repository";
import { Archive, GitFork, History } from "lucide-react";
import { Badge } from "../../components/badge.tsx";
import { isStale } from "./is-stale.ts";

/** What sets a repository apart; most have none. */
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
