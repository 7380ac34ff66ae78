import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";
import { Tip } from "./tip.tsx";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  icon: LucideIcon;
  /** Its name, read aloud and shown on hover. */
  label: string;
}

export function IconButton({ icon: Icon, label, className, ...props }: IconButtonProps) {
  return (
    <Tip text={label}>
      <button
        type="button"
        {...props}
        aria-label={label}
        className={cx(
          "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors",
          "hover:bg-hover hover:text-text",
          className,
        )}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </Tip>
  );
}
