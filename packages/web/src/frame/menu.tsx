import { Menu as Primitive } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, useMemo, useRef } from "react";
import { cx, useIsNarrow } from "../components/dom.ts";

/** A menu that `trigger` opens. */
export function Menu({
  trigger,
  isField = false,
  title,
  done = "Done",
  className,
  children,
}: {
  trigger: ReactElement<Record<string, unknown>>;
  /** Opens below a field, as wide as it, down to the bottom of the window. On a phone, it is a sheet at the bottom. */
  isField?: boolean;
  /** Names the sheet. */
  title?: string;
  /** Closes the sheet. Says what is then shown. */
  done?: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  const isSheet = useIsNarrow() && title !== undefined;
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
        {isField && <Primitive.Backdrop className="fixed inset-0 z-40 bg-scrim sm:hidden" />}
        <Primitive.Positioner
          sideOffset={6}
          align="start"
          collisionAvoidance={isField ? { side: "none" } : {}}
          // The margin of a page, which fields are in.
          collisionPadding={isField ? { top: 5, bottom: 5, left: 24, right: 24 } : 5}
          className={cx(
            "z-50",
            isField &&
              "w-(--anchor-width) min-w-52 max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-full! max-sm:transform-none!",
            className,
          )}
        >
          <Primitive.Popup
            className={cx(
              "min-w-52 overflow-y-auto rounded-md border bg-raised p-1 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0",
              isField
                ? "max-h-[calc(var(--available-height)-0.5rem)] max-sm:max-h-[85dvh] max-sm:rounded-b-none max-sm:p-2 max-sm:pb-4"
                : "max-h-[min(60vh,var(--available-height))]",
            )}
          >
            {isSheet && (
              <div className="sticky -top-2 z-1 -mx-2 -mt-2 mb-1 flex items-center justify-between border-b bg-raised px-4 py-1.5">
                <span className="text-14 font-semibold">{title}</span>
                <Primitive.Item className="flex min-h-11 items-center rounded-sm px-2 text-14 font-medium text-accent outline-none select-none data-highlighted:bg-hover">
                  {done}
                </Primitive.Item>
              </div>
            )}
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const menuItemLook =
  "flex h-8 w-full items-center gap-2 rounded-sm px-2 text-13 select-none outline-none data-highlighted:bg-hover";
