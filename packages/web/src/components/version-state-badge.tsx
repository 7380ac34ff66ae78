import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { CircleHelp, Fingerprint, MoveHorizontal, Pin, Radio, Slash, type LucideIcon } from "lucide-react";
import { sentenceCase } from "../format/words.ts";
import { Badge, type Tone } from "./badge.tsx";

const VERSION_STATE: Record<VersionConstraintState, { tone: Tone; icon: LucideIcon }> = {
  digest: { tone: "slate", icon: Fingerprint },
  pinned: { tone: "slate", icon: Pin },
  range: { tone: "warning", icon: MoveHorizontal },
  floating: { tone: "danger", icon: Radio },
  absent: { tone: "danger", icon: Slash },
  unresolved: { tone: "neutral", icon: CircleHelp },
};

export function VersionStateBadge({ state }: { state: VersionConstraintState }) {
  const { tone, icon } = VERSION_STATE[state];
  return (
    <Badge tone={tone} icon={icon} dashed={state === "unresolved"}>
      {sentenceCase(state)}
    </Badge>
  );
}
