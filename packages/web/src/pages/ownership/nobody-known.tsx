import { UsersRound } from "lucide-react";
import { EmptyState } from "../../components/empty-state.tsx";

/** Off, or not read yet: the service tells them apart as little as the person has to. */
export const NobodyKnown = () => (
  <EmptyState icon={UsersRound} title="Ownership data is not available">
    To enable it, set <code className="font-mono text-12 break-all">OWNERSHIP_SIGNAL_ENABLED=true</code> on
    this deployment. The next scan of each organization reads its commit history.
  </EmptyState>
);
