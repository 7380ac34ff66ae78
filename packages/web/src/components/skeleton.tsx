const WIDTHS = ["w-3/5", "w-2/5", "w-1/2", "w-2/3"];

export const SkeletonBlock = ({ className }: { className: string }) => (
  <div aria-busy="true" className={`skeleton ${className}`} />
);

/** As high as a table of so many rows. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="rounded-md border">
      <div className="h-9 border-b bg-sunken" />
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-11 items-center border-b px-3 last:border-b-0">
          <div className={`skeleton h-3.5 ${WIDTHS[index % WIDTHS.length]}`} />
        </div>
      ))}
    </div>
  );
}
