import type { ScanStatus } from "@knockon/contract/vocabulary/scan";
import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  LoaderCircle,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import { sentenceCase } from "../format/words.ts";
import { Badge, type Tone } from "./badge.tsx";

const STATUS: Record<ScanStatus, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: "neutral", icon: CircleDashed },
  running: { tone: "accent", icon: LoaderCircle },
  completed: { tone: "success", icon: CircleCheck },
  partial: { tone: "warning", icon: TriangleAlert },
  failed: { tone: "danger", icon: CircleAlert },
  cancelled: { tone: "slate", icon: Ban },
};

export function ScanStatusBadge({ status }: { status: ScanStatus }) {
  return (
    <Badge tone={STATUS[status].tone} icon={STATUS[status].icon}>
      {status === "cancelled" ? "Canceled" : sentenceCase(status)}
    </Badge>
  );
}
