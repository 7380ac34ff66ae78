import type { Adoption } from "@knockon/contract/resources/impact";
import { ArrowUp, CircleHelp, Pin, Zap, type LucideIcon } from "lucide-react";
import { ADOPTION_WORD } from "../format/adoption-word.ts";
import { sentenceCase } from "../format/words.ts";
import { Badge, type Tone } from "./badge.tsx";

/** When a change reaches a consumer: everywhere the same color, icon and word. */
const ADOPTION: Record<Adoption, { tone: Tone; icon: LucideIcon; dashed: boolean }> = {
  immediate: { tone: "danger", icon: Zap, dashed: false },
  on_update: { tone: "warning", icon: ArrowUp, dashed: false },
  pinned: { tone: "slate", icon: Pin, dashed: false },
  unknown: { tone: "neutral", icon: CircleHelp, dashed: true },
};

export function AdoptionBadge({ adoption }: { adoption: Adoption }) {
  const { tone, icon, dashed } = ADOPTION[adoption];
  return (
    <Badge tone={tone} icon={icon} dashed={dashed}>
      {sentenceCase(ADOPTION_WORD[adoption])}
    </Badge>
  );
}
