import { Menu as Primitive } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

/** A menu that `trigger` opens. */
export function Menu({
  trigger,
  children,
}: {
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        <Primitive.Positioner sideOffset={6} align="start" className="z-50">
          <Primitive.Popup className="max-h-[60vh] min-w-52 overflow-y-auto rounded-md border bg-raised p-1 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const menuItemLook =
  "flex h-8 w-full items-center gap-2 rounded-sm px-2 text-13 select-none outline-none data-highlighted:bg-hover";
