import { Dialog } from "@base-ui/react/dialog";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from "react";
import { useWorkspace } from "../api/workspace-context.ts";
import { cx } from "../components/class-names.ts";
import { IconButton } from "../components/icon-button.tsx";
import { KeyHelp } from "./key-help.tsx";
import { useKeyboard } from "./keyboard.ts";
import { Rail } from "./rail.tsx";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

const NARROW = "knockon.rail";

/** What stands around every page of a workspace. */
export function Frame() {
  const { workspace } = useWorkspace();
  const [narrow, setNarrow] = useState(() => localStorage.getItem(NARROW) === "narrow");
  const [overlay, setOverlay] = useState<"drawer" | "palette" | "keys" | null>(null);
  const close = useCallback(() => setOverlay(null), []);
  const openPalette = useCallback(() => setOverlay("palette"), []);
  const openHelp = useCallback(() => setOverlay("keys"), []);
  useKeyboard({ openPalette, openHelp });
  useEffect(() => localStorage.setItem(NARROW, narrow ? "narrow" : "wide"), [narrow]);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(close, [path, close]);
  return (
    <div
      className={cx(
        "min-h-dvh md:grid",
        narrow ? "md:grid-cols-[56px_minmax(0,1fr)]" : "md:grid-cols-[224px_minmax(0,1fr)]",
      )}
    >
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r bg-sunken md:block">
        <Rail narrow={narrow} onNarrow={() => setNarrow(!narrow)} onPalette={openPalette} />
      </aside>
      <div className="sticky top-0 z-30 flex h-12 items-center gap-2 border-b bg-sunken px-2 md:hidden">
        <IconButton icon={MenuIcon} label="Open the navigation" onClick={() => setOverlay("drawer")} />
        <span className="min-w-0 truncate text-14 font-semibold">{workspace.name}</span>
      </div>
      <Drawer open={overlay === "drawer"} onClose={close}>
        <Rail narrow={false} onPalette={openPalette} />
      </Drawer>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <div className="mx-auto w-full max-w-300 px-4 py-5 sm:px-6 md:px-8 md:py-8">
          <Outlet />
        </div>
      </main>
      <KeyHelp open={overlay === "keys"} onClose={close} />
      {overlay === "palette" && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

const Drawer = ({ open, onClose, children }: DrawerProps) => (
  <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
      <Dialog.Popup className="fixed inset-y-0 left-0 z-30 w-70 border-r bg-sunken transition-transform data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
        <Dialog.Title className="sr-only">Navigation</Dialog.Title>
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
