import { Outlet, useRouterState } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useKeyboard } from "./keyboard.ts";
import { Rail } from "./rail.tsx";
import { useIsAccessLoading, useWorkspace } from "../api/workspace.ts";
import { cx } from "../components/dom.ts";

// Overlays are loaded on first use.
const Drawer = lazy(async () => ({ default: (await import("./drawer.tsx")).Drawer }));
const KeyHelp = lazy(async () => ({ default: (await import("./key-help.tsx")).KeyHelp }));
const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

const NARROW = "knockon.rail";

/** An overlay closes when the path changes. */
interface Opened {
  overlay: "drawer" | "palette" | "keys";
  path: string;
}

/** The layout of every workspace page. */
export function Frame() {
  const { workspace } = useWorkspace();
  const [narrow, setNarrow] = useState(() => localStorage.getItem(NARROW) === "narrow");
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const openPalette = useCallback(() => setOpened({ overlay: "palette", path }), [path]);
  const openHelp = useCallback(() => setOpened({ overlay: "keys", path }), [path]);
  const overlay = opened?.path === path ? opened.overlay : null;
  const isLoading = useIsAccessLoading();
  useKeyboard({ openPalette, openHelp });
  useEffect(() => localStorage.setItem(NARROW, narrow ? "narrow" : "wide"), [narrow]);
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
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r bg-sunken md:block">
        <Rail narrow={narrow} onNarrow={() => setNarrow(!narrow)} onPalette={openPalette} />
      </aside>
      <header className="sticky top-0 z-30 flex h-12 items-center gap-2 border-b bg-sunken px-2 md:hidden">
        <button
          type="button"
          onClick={() => setOpened({ overlay: "drawer", path })}
          aria-label="Open navigation"
          className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover"
        >
          <MenuIcon aria-hidden className="size-4" />
        </button>
        <span className="min-w-0 flex-1 truncate text-14 font-semibold">{workspace.name}</span>
        <button
          type="button"
          onClick={openPalette}
          aria-label="Search"
          className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover"
        >
          <Search aria-hidden className="size-4" />
        </button>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        {isLoading && <span data-loading hidden />}
        <div className="mx-auto w-full max-w-300 px-4 py-5 has-data-full-bleed:max-w-none has-data-full-bleed:p-0 sm:px-6 md:px-8 md:py-8">
          <Outlet />
        </div>
      </main>
      <Suspense>
        {overlay === "drawer" && <Drawer onClose={close} onPalette={openPalette} />}
        {overlay === "keys" && <KeyHelp onClose={close} />}
        {overlay === "palette" && <Palette onClose={close} />}
      </Suspense>
    </div>
  );
}
