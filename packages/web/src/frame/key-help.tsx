import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, type LucideIcon } from "lucide-react";
import { Dialog } from "../components/dialog.tsx";
import { PALETTE_KEYS } from "./keyboard.ts";

const KEYS: readonly { where: string; keys: readonly { keys: readonly string[]; does: string }[] }[] = [
  {
    where: "Anywhere",
    keys: [
      { keys: PALETTE_KEYS, does: "Open the command palette" },
      { keys: ["/"], does: "Focus the search of the page" },
      { keys: ["?"], does: "Show keyboard shortcuts" },
      { keys: ["Esc"], does: "Close dialog or leave search" },
    ],
  },
  {
    where: "Lists",
    keys: [
      { keys: ["j", "k"], does: "Next or previous row" },
      { keys: ["Enter"], does: "Open, expand or collapse row" },
    ],
  },
  {
    where: "Graph",
    keys: [
      { keys: ["Left", "Up", "Down", "Right"], does: "Move between cards" },
      { keys: ["+", "−"], does: "Expand or collapse card" },
      { keys: ["Enter"], does: "Show details or open group" },
      { keys: ["0"], does: "Fit to screen" },
    ],
  },
];

/** Icons, because the font has no arrows to the left and right. */
const ARROWS: Readonly<Record<string, LucideIcon>> = {
  Left: ArrowLeft,
  Up: ArrowUp,
  Down: ArrowDown,
  Right: ArrowRight,
};

function KeyName({ name }: { name: string }) {
  const Icon = ARROWS[name];
  if (!Icon) return name;
  return (
    <>
      <Icon aria-hidden className="inline size-3.5 align-[-2px]" />
      <span className="sr-only">{name}</span>
    </>
  );
}

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      {KEYS.map(({ where, keys }) => (
        <section key={where} className="mt-4 first:mt-0">
          <h3 className="mb-1 text-12 font-medium text-muted">{where}</h3>
          <dl>
            {keys.map((key) => (
              <div key={key.does} className="flex min-h-8 items-center justify-between gap-4 text-13">
                <dt>{key.does}</dt>
                <dd className="flex gap-1">
                  {key.keys.map((name) => (
                    <kbd
                      key={name}
                      className="min-w-6 rounded-sm border bg-sunken px-1.5 text-center font-mono text-12 leading-5"
                    >
                      <KeyName name={name} />
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
