import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";

/** A short text about what the pointer or the focus is on. What it says must stand elsewhere for screen readers. */
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
