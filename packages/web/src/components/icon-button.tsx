import { Tooltip } from "@base-ui/react/tooltip";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactElement } from "react";
import { cx } from "./dom.ts";

/** A tooltip. Screen readers need the same text elsewhere. */
export function Tip({ text, children }: { text: string; children: ReactElement<Record<string, unknown>> }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger delay={400} render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="max-w-72 rounded-sm border bg-raised px-2 py-1 text-12 text-text">
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
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
