import type { Adoption } from "@knockon/contract/resources/impact";
import { ArrowUp, CircleHelp, Pin, Zap, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "./badge.tsx";

/** When a change reaches a consumer: everywhere the same colour, icon and word. */
export const ADOPTION: Record<Adoption, { word: string; tone: Tone; icon: LucideIcon; dashed: boolean }> = {
  immediate: { word: "breaks now", tone: "danger", icon: Zap, dashed: false },
  on_update: { word: "at next update", tone: "warning", icon: ArrowUp, dashed: false },
  pinned: { word: "pinned", tone: "slate", icon: Pin, dashed: false },
  unknown: { word: "unknown", tone: "neutral", icon: CircleHelp, dashed: true },
};

export function AdoptionBadge({ adoption }: { adoption: Adoption }) {
  const { word, tone, icon, dashed } = ADOPTION[adoption];
  return (
    <Badge tone={tone} icon={icon} dashed={dashed}>
      {word}
    </Badge>
  );
}
