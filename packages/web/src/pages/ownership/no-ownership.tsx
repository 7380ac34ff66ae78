import { UsersRound } from "lucide-react";
import { EmptyState } from "../../components/empty-state.tsx";

/** Off, or not read yet: the service tells them apart as little as the person has to. */
export const NobodyKnown = () => (
  <EmptyState icon={UsersRound} title="Ownership data is not available">
    To enable it, set <code className="font-mono text-12 break-all">OWNERSHIP_SIGNAL_ENABLED=true</code> on
    this deployment. The next scan of each organization reads its commit history.
  </EmptyState>
);

/** Thresholds that leave nothing out. */
export const EVERYTHING = { min_dependents: 0, max_bus_factor: 1_000_000 };

/** From so many dependents on, fan-in weighs all it can. */
const FULL_FAN_IN = 100;

/** What a fan-in weighs, from 0 to 100 on a logarithmic scale: the term of the risk that the bus factor divides. */
export const fanInWeight = (dependents: number): number =>
  100 * Math.min(1, Math.log(1 + dependents) / Math.log(1 + FULL_FAN_IN));
