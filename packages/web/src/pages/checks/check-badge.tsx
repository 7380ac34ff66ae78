import type { ChangeCheckSummary } from "@knockon/contract/resources/change-check";
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "../../components/badges.tsx";
import { formatCount } from "../../format/format.ts";

type Shown =
  | NonNullable<ChangeCheckSummary["conclusion"]>
  | Exclude<ChangeCheckSummary["status"], "completed">;

const SHOWN: Record<Shown, { text: string; tone: Tone; icon: LucideIcon }> = {
  success: { text: "No breaks", tone: "success", icon: CircleCheck },
  neutral: { text: "Neutral", tone: "slate", icon: CircleMinus },
  failure: { text: "Failure", tone: "danger", icon: CircleAlert },
  pending: { text: "Pending", tone: "neutral", icon: CircleDashed },
  superseded: { text: "Superseded", tone: "neutral", icon: CircleMinus },
  failed: { text: "Not checked", tone: "warning", icon: CircleAlert },
};

/** The conclusion of a check, or why it has none. */
export function CheckBadge({ check: { status, conclusion, breaking } }: { check: ChangeCheckSummary }) {
  const { text, tone, icon } = SHOWN[status === "completed" ? (conclusion ?? "neutral") : status];
  return (
    <Badge tone={tone} icon={icon}>
      {conclusion === "failure" && breaking !== null && breaking > 0
        ? `Breaks ${formatCount(breaking)}`
        : text}
    </Badge>
  );
}

/** `#214`, or what a check without a pull request is about. */
export const nameOfChange = ({ number }: Pick<ChangeCheckSummary, "number">): string =>
  number === null ? "Merge group" : `#${number}`;
