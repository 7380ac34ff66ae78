import { Check } from "lucide-react";
import { cx } from "./class-names.ts";

interface ToggleProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A filter that is on or off. */
export const Toggle = ({ label, checked, onChange }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={checked}
    onClick={() => onChange(!checked)}
    className={cx(
      "inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md border px-2.5 text-13 transition-colors",
      checked ? "border-accent bg-accent-soft text-accent" : "border-line-strong bg-canvas hover:bg-hover",
    )}
  >
    {checked && <Check aria-hidden className="size-4" />}
    {label}
  </button>
);
