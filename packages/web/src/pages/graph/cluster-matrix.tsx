import { Zap } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { CellLegend } from "./matrix-cells.tsx";
import { StrongestPairs } from "./strongest-pairs.tsx";
import { MatrixTable, type MatrixTableProps } from "./matrix-table.tsx";
import { watchScroll } from "../../components/dom.ts";
import { countOf } from "../../format/format.ts";

interface ClusterMatrixTableProps extends MatrixTableProps {
  /** When dependencies with a second number get a change. */
  nextRun: string;
  /** In which row a repository is, where the names of the rows do not say it. */
  place: string | undefined;
  /** The riskiest repository, above the matrix. */
  riskiest: ReactNode;
  /** Below the matrix. */
  children?: ReactNode;
}

/** The dependencies between clusters as a table, with how to read it. Lines between so many would cover each other. */
export function ClusterMatrixTable({
  nextRun,
  place,
  riskiest,
  children,
  ...props
}: ClusterMatrixTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const hidden = useHiddenColumns(scroller);
  const { matrix } = props;
  return (
    <div ref={scroller} className="absolute inset-0 overflow-auto bg-sunken px-4 py-3 md:px-8">
      <div className="sticky left-0 flex w-full max-w-300 items-start justify-between gap-x-6 max-lg:flex-col px-1 pb-1 text-13 text-muted">
        <p className="text-pretty">
          {place} Dependencies of rows on columns, one per repository and version,{" "}
          <span className="inline-flex items-center gap-1 text-danger">
            <Zap aria-hidden className="size-3" />
            {nextRun}
          </span>
          .
          {hidden > 0 && (
            <span className="font-medium text-text">
              {" "}
              {countOf(hidden, "more column is", "more columns are")} on the right.
            </span>
          )}
        </p>
        <CellLegend matrix={matrix} />
      </div>
      <div className="sticky left-0 w-full max-w-300 px-1 pb-1 text-13">
        <StrongestPairs matrix={matrix} kinds={props.kinds} onList={props.onList}>
          {riskiest}
        </StrongestPairs>
      </div>
      <MatrixTable {...props} />
      {matrix.idle > 0 && (
        <p className="px-1 pt-2 text-12 text-muted">
          Unconnected: {countOf(matrix.idle, "repository", "repositories")}.
        </p>
      )}
      {children}
    </div>
  );
}

/** The number of columns that are out of sight on the right. */
function useHiddenColumns(scroller: RefObject<HTMLElement | null>): number {
  const [hidden, setHidden] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => {
      const end = element.getBoundingClientRect().right;
      const heads = [...element.querySelectorAll("th[scope=col]")];
      setHidden(heads.filter((head) => head.getBoundingClientRect().right > end + 1).length);
    };
    return watchScroll(element, measure);
  }, [scroller]);
  return hidden;
}
