import { Dialog } from "../components/dialog.tsx";
import { PALETTE_KEYS } from "./keyboard.ts";

const KEYS: readonly { where: string; keys: readonly { keys: readonly string[]; does: string }[] }[] = [
  {
    where: "Everywhere",
    keys: [
      { keys: PALETTE_KEYS, does: "Jump, start a scan, copy a clone URL" },
      { keys: ["?"], does: "Show these keys" },
      { keys: ["Esc"], does: "Close what is open, leave the search" },
    ],
  },
  {
    where: "In a list",
    keys: [
      { keys: ["/"], does: "Search" },
      { keys: ["j", "k"], does: "Next row, previous row" },
      { keys: ["Enter"], does: "Open the row" },
    ],
  },
  {
    where: "On Impact",
    keys: [
      { keys: ["/"], does: "Find what changes" },
      { keys: ["Enter"], does: "Show or hide why a row is hit" },
    ],
  },
  {
    where: "On the graph",
    keys: [
      { keys: ["/"], does: "Find a repository" },
      { keys: ["←", "↑", "↓", "→"], does: "Move" },
      { keys: ["+", "−"], does: "Closer, further away" },
      { keys: ["0"], does: "Show all of it" },
    ],
  },
];

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys">
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
                      {name}
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
