import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useDocumentTitle } from "../frame/use-document-title.ts";

interface PageHeaderProps {
  /** Also the title of the browser's tab. */
  title: string;
  /** Shown instead of the title's text, for names in mono. */
  heading?: ReactNode;
  /** A link to the page above this one. */
  above?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, heading, above, description, actions }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {above !== undefined && (
          <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-13 text-muted">
            {above}
            <ChevronRight aria-hidden className="size-3.5 text-faint" />
          </nav>
        )}
        <h1 className="text-20 font-semibold tracking-[-0.01em] break-words">{heading ?? title}</h1>
        {description !== undefined && <div className="mt-1 text-14 text-muted">{description}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
