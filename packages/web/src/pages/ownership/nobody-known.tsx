import { UsersRound } from "lucide-react";
import { EmptyState } from "../../components/empty-state.tsx";

/** Off, or not read yet: the service tells them apart as little as the person has to. */
export const NobodyKnown = () => (
  <EmptyState icon={UsersRound} title="Who made what is not known here">
    Whoever runs this deployment switches it on with{" "}
    <code className="font-mono text-12 break-all">OWNERSHIP_SIGNAL_ENABLED=true</code>; the next scan of each
    org then reads who made its commits.
  </EmptyState>
);
