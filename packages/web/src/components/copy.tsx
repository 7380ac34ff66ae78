import { Check, Copy, Link2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { TruncatedName } from "./text.tsx";
import { showError } from "./toasts.tsx";

const SHOWN_MS = 1500;

/** Copies text to the clipboard. `copied` is true for a moment afterward. */
function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: (text) => void navigator.clipboard.writeText(text).then(() => setCopied(true), showError),
  };
}

/** Copies text to the clipboard and confirms it. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy();
  return (
    <IconButton icon={copied ? Check : Copy} label={copied ? "Copied" : label} onClick={() => copy(text)} />
  );
}

/** Copies the address of the page, which contains the filters. `compact` shows the icon alone except in wide windows. */
export function CopyLink({ compact = false }: { compact?: boolean }) {
  const { copied, copy } = useCopy();
  return (
    <Button icon={copied ? Check : Link2} title="Copy link" onClick={() => copy(location.href)}>
      <span className={compact ? "max-2xl:sr-only" : undefined}>{copied ? "Copied" : "Copy link"}</span>
    </Button>
  );
}

interface CodeLineProps {
  text: string;
  label: string;
  /** Where there is no room for the text, it loses its middle instead of its end. */
  keepsEnd?: boolean;
}

/** One line of code with a copy button. */
export function CodeLine({ text, label, keepsEnd = false }: CodeLineProps) {
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-md border bg-sunken pl-2.5">
      {keepsEnd ? (
        <code className="flex min-w-0 flex-1">
          <TruncatedName small text={text} />
        </code>
      ) : (
        <code className="min-w-0 flex-1 truncate font-mono text-12" title={text}>
          {text}
        </code>
      )}
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** A code block with a copy button. Long lines scroll. */
export const CodeBlock = ({ text, label }: { text: string; label: string }) => (
  <div className="flex min-w-0 items-start rounded-md border bg-sunken">
    <pre
      // The keyboard scrolls only an element that has the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-w-0 flex-1 overflow-x-auto px-3 py-2.5 font-mono text-12 leading-5 -outline-offset-2"
    >
      {text}
    </pre>
    <span className="p-0.5">
      <CopyButton text={text} label={label} />
    </span>
  </div>
);
