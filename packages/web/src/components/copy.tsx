import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button.tsx";

const SHOWN_MS = 1500;

/** Copies text to the clipboard and confirms it. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <IconButton icon={copied ? Check : Copy} label={copied ? "Copied" : label} onClick={() => void copy()} />
  );
}

/** One line of code with a copy button. */
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

/** A code block with a copy button. Long lines wrap. */
export const CodeBlock = ({ text, label }: { text: string; label: string }) => (
  <div className="relative min-w-0 rounded-md border bg-sunken">
    <pre className="py-2.5 pr-10 pl-3 font-mono text-12 leading-5 break-words whitespace-pre-wrap">
      {text}
    </pre>
    <span className="absolute top-0.5 right-0.5">
      <CopyButton text={text} label={label} />
    </span>
  </div>
);
