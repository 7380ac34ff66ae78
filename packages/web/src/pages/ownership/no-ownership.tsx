import { UsersRound } from "lucide-react";
import { EmptyState } from "../../components/empty-state.tsx";

/** Shown if the ownership signal is off or no scan has read it yet. */
export const NoOwnershipData = () => (
  <EmptyState icon={UsersRound} title="Ownership data is not available">
    To enable it, set <code className="font-mono text-12 break-all">OWNERSHIP_SIGNAL_ENABLED=true</code> on
    this deployment. The next scan of each organization reads its commit history.
  </EmptyState>
);

/** Shown for a repository that has none, although its history was read. */
export const NoContributors = () => (
  <EmptyState icon={UsersRound} title="No contributors">
    None of its authors counts as a person, or it has no commits.
  </EmptyState>
);

/** Thresholds that include all repositories. */
export const NO_THRESHOLDS = { min_dependents: 0, max_bus_factor: 1_000_000 };
