import { SkeletonBlock, TableSkeleton } from "../../components/skeleton.tsx";

export const ImpactSkeleton = () => (
  <>
    <SkeletonBlock className="mb-6 h-7 w-3/4" />
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div>
        <SkeletonBlock className="mb-3 h-9 w-96 max-w-full" />
        <TableSkeleton rows={6} />
      </div>
      <SkeletonBlock className="hidden h-56 lg:block" />
    </div>
  </>
);
