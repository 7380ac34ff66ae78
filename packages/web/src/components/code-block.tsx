import { CopyButton } from "./copy-button.tsx";

/** Lines to copy. Long ones are wrapped, so that nothing of them hides; the copy has them whole. */
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
