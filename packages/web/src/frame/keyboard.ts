import { useEffect } from "react";

interface Commands {
  openPalette: () => void;
  openHelp: () => void;
}

const isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent);
export const PALETTE_KEYS = [isMac ? "⌘" : "Ctrl", "K"] as const;

/** Global keyboard shortcuts, disabled in text fields and while a dialog or menu is open. */
export function useKeyboard({ openPalette, openHelp }: Commands): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      const act = { "/": focusFilter, "?": openHelp, j: () => moveRow(1), k: () => moveRow(-1) }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [openPalette, openHelp]);
}

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null) ||
  document.querySelector("[role=dialog], [role=menu]") !== null;

const focusFilter = (): void => document.querySelector<HTMLElement>("[data-list-filter]")?.focus();

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row-link]")];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step));
  rows[next]?.focus();
  rows[next]?.scrollIntoView({ block: "nearest" });
}
