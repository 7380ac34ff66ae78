import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useEffect, useId } from "react";
import { cx } from "./dom.ts";
import { formatCount } from "../format/format.ts";

interface PageHeaderProps {
  /** Also the document title. */
  title: string;
  /** Replaces the text of the title. */
  heading?: ReactNode;
  /** Link to the parent page. */
  parent?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, heading, parent, description, actions }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 grow sm:basis-80">
        {parent !== undefined && (
          <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-13 text-muted">
            <ChevronLeft aria-hidden className="-ml-1 size-3.5 text-faint" />
            {parent}
          </nav>
        )}
        <h1 className="text-20 font-semibold tracking-[-0.01em] break-words">{heading ?? title}</h1>
        {description !== undefined && <div className="mt-1 text-14 text-muted">{description}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

interface HeadingFactsProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Facts above the description of a page, until the width at which the box of facts is beside the content. */
export const HeadingFacts = ({ facts }: HeadingFactsProps) => (
  <div className="mb-1 flex min-w-0 flex-col text-13 sm:flex-row sm:flex-wrap sm:gap-x-4 lg:hidden">
    {facts.map(([name, value]) => (
      // The line has the same height before its value arrives.
      <span key={name} className="min-h-5 leading-5">
        {name} <span className="text-text">{value}</span>
      </span>
    ))}
  </div>
);

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Knockon`;
  }, [title]);
}

interface SectionProps {
  title: string;
  /** A caption below the title. */
  note?: string;
  /** Content next to the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page section with a heading. */
export function Section({ title, note, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className={cx("flex min-h-8 items-center justify-between gap-4", note === undefined && "mb-2")}>
        <h2 id={id} className="text-14 font-semibold">
          {title}
        </h2>
        {aside !== undefined && <div className="text-13 text-muted">{aside}</div>}
      </div>
      {note !== undefined && <p className="-mt-1 mb-3 text-12 text-muted">{note}</p>}
      {children}
    </section>
  );
}

interface TabLinksProps<Id extends string> {
  label: string;
  /** A count, or several in brief. Null while it loads. */
  tabs: readonly {
    id: Id | undefined;
    text: string;
    /** On a phone. */
    brief?: string;
    count?: number | string | null;
  }[];
  current: Id | undefined;
  /** The URL of a tab. */
  link: (id: Id | undefined) => LinkProps;
}

/** Tabs as links. */
export function TabLinks<Id extends string>({ label, tabs, current, link }: TabLinksProps<Id>) {
  return (
    <nav
      aria-label={label}
      // On a phone, the fading end shows that the bar scrolls.
      className="mb-3 flex gap-1 overflow-x-auto border-b max-sm:mask-r-from-[calc(100%-1.5rem)] max-sm:pr-6"
    >
      {tabs.map(({ id, text, brief, count }) => (
        <Link
          key={text}
          {...link(id)}
          replace
          resetScroll={false}
          ref={id === current ? scrollIntoBar : undefined}
          aria-current={id === current ? "page" : undefined}
          className={cx(
            "-mb-px flex h-9 items-center gap-1.5 border-b-2 px-2 text-13 font-medium whitespace-nowrap outline-offset-[-2px]",
            id === current ? "border-accent text-text" : "border-transparent text-muted hover:text-text",
          )}
        >
          {brief === undefined ? (
            text
          ) : (
            <>
              <span className="max-sm:hidden">{text}</span>
              <span className="sm:hidden">{brief}</span>
            </>
          )}
          {count === null && <span aria-busy="true" className="skeleton h-3 w-4" />}
          {count !== undefined && count !== null && (
            <span className="tabular text-12 text-faint">
              {typeof count === "number" ? formatCount(count) : count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls the active tab into view if the tab bar overflows. */
function scrollIntoBar(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (tab && row && tab.offsetLeft + tab.offsetWidth > row.offsetLeft + row.clientWidth)
    row.scrollLeft = row.scrollWidth;
}
