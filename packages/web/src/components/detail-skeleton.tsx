import { SkeletonBlock, TableSkeleton } from "./skeleton.tsx";

/** Of a page about one thing: its name, a list by tabs, and facts beside it. */
export const DetailSkeleton = () => (
  <>
    <SkeletonBlock className="mb-1 h-5 w-28" />
    <SkeletonBlock className="h-7 w-72 max-w-full" />
    <SkeletonBlock className="mt-1 mb-6 h-5 w-56" />
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div>
        <SkeletonBlock className="mb-3 h-9 w-80 max-w-full" />
        <TableSkeleton />
      </div>
      <SkeletonBlock className="order-first h-64 lg:order-last" />
    </div>
  </>
);
