import { splitMiddle } from "../format/middle.ts";

/** A name in mono, cut in its middle where there is no room: its end is what tells it from its neighbors. */
export function Middle({ text }: { text: string }) {
  const { head, tail } = splitMiddle(text);
  return (
    <span title={text} className="inline-flex max-w-full min-w-0 font-mono text-13">
      <span className="truncate">{head}</span>
      {tail !== "" && <span className="shrink-0 whitespace-pre">{tail}</span>}
    </span>
  );
}
