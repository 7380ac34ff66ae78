import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { CircleHelp, Fingerprint, MoveHorizontal, Pin, Radio, Slash, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "./badge.tsx";

/** How firmly a declaration holds its version. */
export const VERSION_STATE: Record<VersionConstraintState, { tone: Tone; icon: LucideIcon; says: string }> = {
  digest: { tone: "slate", icon: Fingerprint, says: "Held by its content: nothing reaches it by itself" },
  pinned: { tone: "slate", icon: Pin, says: "One version: somebody has to bump it" },
  range: { tone: "warning", icon: MoveHorizontal, says: "A range: takes what fits at its next update" },
  floating: { tone: "danger", icon: Radio, says: "Follows a branch or tag: takes changes at its next run" },
  absent: { tone: "danger", icon: Slash, says: "No version: takes whatever is newest" },
  unresolved: { tone: "neutral", icon: CircleHelp, says: "A variable that nobody binds" },
};

export function VersionStateBadge({ state }: { state: VersionConstraintState }) {
  const { tone, icon } = VERSION_STATE[state];
  return (
    <Badge tone={tone} icon={icon} dashed={state === "unresolved"}>
      {state}
    </Badge>
  );
}
