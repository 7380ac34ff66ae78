import { Link, type LinkProps } from "@tanstack/react-router";
import { formatCount } from "../format/count.ts";
import { cx } from "./class-names.ts";

interface TabLinksProps {
  label: string;
  tabs: readonly { id: string | undefined; text: string; count?: number }[];
  current: string | undefined;
  /** Every tab has its URL. */
  link: (id: string | undefined) => LinkProps;
}

/** Views of the same thing, side by side. */
export function TabLinks({ label, tabs, current, link }: TabLinksProps) {
  return (
    <nav aria-label={label} className="mb-3 flex gap-1 overflow-x-auto border-b">
      {tabs.map(({ id, text, count }) => (
        <Link
          key={text}
          {...link(id)}
          replace
          resetScroll={false}
          ref={id === current ? bringIntoView : undefined}
          aria-current={id === current ? "page" : undefined}
          className={cx(
            "-mb-px flex h-9 items-center gap-1.5 border-b-2 px-2 text-13 font-medium whitespace-nowrap outline-offset-[-2px]",
            id === current ? "border-accent text-text" : "border-transparent text-muted hover:text-text",
          )}
        >
          {text}
          {count !== undefined && <span className="tabular text-12 text-faint">{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** Where the tabs have more width than the window. */
function bringIntoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (tab && row && tab.offsetLeft + tab.offsetWidth > row.offsetLeft + row.clientWidth)
    row.scrollLeft = row.scrollWidth;
}
