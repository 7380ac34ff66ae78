import { CopyButton } from "./copy-button.tsx";

/** A text to copy. */
export function CodeLine({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-md border bg-sunken pl-2.5">
      <code className="min-w-0 flex-1 truncate font-mono text-12" title={text}>
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
