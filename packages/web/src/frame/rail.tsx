import { Link } from "@tanstack/react-router";
import { Command, PanelLeft } from "lucide-react";
import { lazy, Suspense } from "react";
import { type Destination, DESTINATIONS, settingsOf } from "./destinations.ts";
import { PALETTE_KEYS } from "./keyboard.ts";
import { AccountFace, railMenuLook, WorkspaceFace } from "./rail-faces.tsx";
import { useEntitlements, useWorkspace } from "../api/workspace.ts";
import { cx } from "../components/dom.ts";

// Menus are large and not needed for the first paint.
const AccountMenu = lazy(async () => ({ default: (await import("./rail-menus.tsx")).AccountMenu }));
const WorkspaceSwitcher = lazy(async () => ({
  default: (await import("./rail-menus.tsx")).WorkspaceSwitcher,
}));

interface RailProps {
  /** Icons only. */
  narrow: boolean;
  /** Undefined in the drawer, which has a fixed width. */
  onNarrow?: () => void;
  onPalette: () => void;
}

export function Rail({ narrow, onNarrow, onPalette }: RailProps) {
  const settings = settingsOf(useEntitlements()?.billing_enforced);
  return (
    <div className="flex h-full flex-col gap-1 overflow-y-auto p-2">
      <Suspense
        fallback={
          <div className={railMenuLook}>
            <WorkspaceFace narrow={narrow} />
          </div>
        }
      >
        <WorkspaceSwitcher narrow={narrow} />
      </Suspense>
      <button
        type="button"
        onClick={onPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="mt-1 mb-2 flex h-8 items-center gap-2 rounded-md border bg-canvas px-2 text-13 text-muted hover:text-text"
      >
        <Command aria-hidden className="size-4 shrink-0" />
        <span className={narrow ? "sr-only" : "min-w-0 flex-1 truncate text-left"}>Search…</span>
        {!narrow && (
          <kbd aria-hidden className="shrink-0 font-mono text-12 whitespace-nowrap text-faint">
            {PALETTE_KEYS.join(" ")}
          </kbd>
        )}
      </button>
      <nav aria-label="Workspace" className="flex flex-col gap-0.5">
        {DESTINATIONS.map((destination) => (
          <RailLink key={destination.to} {...destination} narrow={narrow} />
        ))}
        {narrow ? (
          <hr className="my-2" />
        ) : (
          <p className="mt-4 mb-1 px-2 text-12 font-medium text-faint">Settings</p>
        )}
        {settings.map((destination) => (
          <RailLink key={destination.to} {...destination} narrow={narrow} />
        ))}
      </nav>
      <div className={cx("mt-auto flex pt-4", narrow ? "flex-col items-center" : "items-center")}>
        <div className="min-w-0 flex-1 self-stretch">
          <Suspense
            fallback={
              <div className={railMenuLook}>
                <AccountFace narrow={narrow} />
              </div>
            }
          >
            <AccountMenu narrow={narrow} />
          </Suspense>
        </div>
        {onNarrow && (
          <button
            type="button"
            onClick={onNarrow}
            title={narrow ? "Expand sidebar" : "Collapse sidebar"}
            className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
          >
            <PanelLeft aria-hidden className="size-4" />
            <span className="sr-only">{narrow ? "Expand sidebar" : "Collapse sidebar"}</span>
          </button>
        )}
      </div>
    </div>
  );
}

function RailLink({ to, text, icon: Icon, narrow }: Destination & { narrow: boolean }) {
  const { workspace } = useWorkspace();
  return (
    <Link
      to={to}
      params={{ slug: workspace.slug }}
      activeOptions={{ exact: to === "/w/$slug", includeSearch: false }}
      title={narrow ? text : undefined}
      className={cx(
        "flex h-8 items-center gap-2.5 rounded-md px-2 text-13 font-medium text-muted hover:bg-hover hover:text-text",
        "data-[status=active]:bg-hover data-[status=active]:text-text",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={narrow ? "sr-only" : undefined}>{text}</span>
    </Link>
  );
}
