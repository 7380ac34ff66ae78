import { Dialog } from "../components/dialog.tsx";
import { KEYS } from "./keyboard.ts";

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys">
      <dl className="flex flex-col gap-1">
        {KEYS.map(({ keys, does }) => (
          <div key={does} className="flex h-8 items-center justify-between gap-4 text-13">
            <dt className="text-muted">{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border bg-sunken px-1.5 font-mono text-12 leading-5">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
