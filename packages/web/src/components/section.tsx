import { useId, type ReactNode } from "react";

interface SectionProps {
  title: string;
  /** Beside the title: a link to the whole list, a count. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-8 items-center justify-between gap-4">
        <h2 id={id} className="text-14 font-semibold">
          {title}
        </h2>
        {aside !== undefined && <div className="text-13 text-muted">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
