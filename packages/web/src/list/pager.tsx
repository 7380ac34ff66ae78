import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../components/button.tsx";
import { formatCount } from "../format/count.ts";
import { PAGE_SIZE } from "./list-search.ts";

interface PagerProps {
  /** From 1. */
  page: number;
  total: number;
  /** How many rows a page has. */
  size?: number;
  onPage: (page: number | undefined) => void;
}

/** Which rows of how many, and the way to the others; nothing where one page has them all. */
export function Pager({ page, total, size = PAGE_SIZE, onPage }: PagerProps) {
  if (total <= size) return null;
  const last = Math.ceil(total / size);
  const first = (page - 1) * size + 1;
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-between text-13 text-muted">
      <span className="tabular">
        {formatCount(first)}–{formatCount(Math.min(total, page * size))} of {formatCount(total)}
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
