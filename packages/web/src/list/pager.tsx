import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../components/button.tsx";
import { formatCount } from "../format/count.ts";
import { PAGE_SIZE } from "./list-search.ts";

interface PagerProps {
  /** From 1. */
  page: number;
  total: number;
  onPage: (page: number | undefined) => void;
}

/** Which rows of how many, and the way to the others; nothing where one page has them all. */
export function Pager({ page, total, onPage }: PagerProps) {
  if (total <= PAGE_SIZE) return null;
  const last = Math.ceil(total / PAGE_SIZE);
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-between text-13 text-muted">
      <span className="tabular">
        {formatCount(first)}–{formatCount(Math.min(total, page * PAGE_SIZE))} of {formatCount(total)}
      </span>
      <span className="flex gap-2">
        <Button
          icon={ChevronLeft}
          disabled={page <= 1}
          onClick={() => onPage(page > 2 ? page - 1 : undefined)}
        >
          Previous
        </Button>
        <Button icon={ChevronRight} disabled={page >= last} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </span>
    </nav>
  );
}
