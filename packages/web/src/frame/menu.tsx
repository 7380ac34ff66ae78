import { Menu as Primitive } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, useMemo, useRef } from "react";
import { cx } from "../components/dom.ts";

/** A menu that `trigger` opens. */
export function Menu({
  trigger,
  isField = false,
  children,
}: {
  trigger: ReactElement<Record<string, unknown>>;
  /** Opens below a field, as wide as it. */
  isField?: boolean;
  children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  // In the landmark of its trigger, so that screen readers list it with that landmark. Elsewhere, at the end of the body.
  const container = useMemo(
    () => ({
      get current() {
        return button.current?.closest("main") ?? null;
      },
    }),
    [],
  );
  return (
    <Primitive.Root>
      <Primitive.Trigger ref={button} render={trigger} />
      <Primitive.Portal container={container}>
        <Primitive.Positioner
          sideOffset={6}
          align="start"
          collisionAvoidance={isField ? { side: "none" } : {}}
          className={cx("z-50", isField && "w-(--anchor-width) min-w-52")}
        >
          <Primitive.Popup className="max-h-[min(60vh,var(--available-height))] min-w-52 overflow-y-auto rounded-md border bg-raised p-1 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const menuItemLook =
  "flex h-8 w-full items-center gap-2 rounded-sm px-2 text-13 select-none outline-none data-highlighted:bg-hover";
