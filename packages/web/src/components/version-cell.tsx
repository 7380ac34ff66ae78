import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { VersionStateBadge } from "./version-state-badge.tsx";

interface VersionCellProps {
  state: VersionConstraintState;
  /** As the declaration writes it. */
  constraint: string | null;
}

/** How firmly a version is held, and which one. */
export const VersionCell = ({ state, constraint }: VersionCellProps) => (
  <span className="flex min-w-0 flex-col items-start gap-0.5">
    <VersionStateBadge state={state} />
    {constraint !== null && (
      <span className="max-w-full truncate font-mono text-12 text-muted" title={constraint}>
        {constraint}
      </span>
    )}
  </span>
);
