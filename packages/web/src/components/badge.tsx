import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | "slate";

const TONES: Record<Tone, string> = {
  neutral: "border-line text-muted",
  accent: "border-transparent bg-accent-soft text-accent",
  success: "border-transparent bg-success-soft text-success",
  warning: "border-transparent bg-warning-soft text-warning",
  danger: "border-transparent bg-danger-soft text-danger",
  slate: "border-transparent bg-slate-soft text-slate",
};

interface BadgeProps {
  tone?: Tone;
  icon?: LucideIcon;
  dashed?: boolean;
  children: ReactNode;
}

/** One word about a thing; the icon and the word say what the color says. */
export function Badge({ tone = "neutral", icon: Icon, dashed = false, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-5.5 items-center gap-1 rounded-sm border px-1.5 text-12 font-medium whitespace-nowrap",
        TONES[tone],
        dashed && "border-dashed border-line-strong",
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5" />}
      {children}
    </span>
  );
}
