import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { byWhen, type Timing, timingInWords, timingOfAll, whenOf } from "./condition.ts";
import { ImpactLink } from "./graph-links.tsx";
import type { ViewNode } from "./graph-view.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { ArchivedMark, CLOCK_LOOKS } from "../../components/badges.tsx";
import { BreakableName } from "../../components/breakable-name.tsx";
import { thenByInWords } from "../../components/passes-on.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { timingLabel } from "../../format/words.ts";
import { limitInWords } from "../../subject/timing.ts";

interface RootLineProps {
  root: ViewNode;
  /** How many get one version on their next run at most. */
  most: number | undefined;
  /** The rows. */
  nodes: readonly ViewNode[];
  /** The order of the rows. */
  children: ReactNode;
}

/** The root, how many of the rows depend on it and when they get its changes, as in an impact, and how many it depends on. */
export function RootLine({ root, most, nodes, children }: RootLineProps) {
  const { slug } = useWorkspace().workspace;
  const isDependency = ({ arrival }: ViewNode): boolean => (arrival?.hops ?? 0) < 0;
  const dependents = nodes.filter((node) => !isDependency(node));
  const dependencies = nodes.filter(isDependency);
  const active = dependents.filter((node) => !node.archived);
  const archived = dependents.length - active.length;
  const timings = byWhen(active, whenOf).map(({ when, members }) => timingOfAll(when, members));
  return (
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-13">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
        <Link
          to="/w/$slug/repositories/$repositoryId"
          params={{ slug, repositoryId: root.id }}
          className="font-medium hover:text-accent hover:underline"
        >
          <BreakableName text={root.fullPath} />
        </Link>
        {root.archived && <ArchivedMark />}
        <span>
          {dependents.length > 0 && countOf(dependents.length, "dependent", "dependents")}
          {timings.map((timing, at) => (
            <Fragment key={timingLabel(timing.clock, timing.isMaximum)}>
              {/* On a phone, a line may break here. */}
              {at === 0 ? ":" : <span className="max-sm:hidden">,</span>}{" "}
              <Timed timing={timing} most={most} />
            </Fragment>
          ))}
          {archived > 0 && `, ${formatCount(archived)} archived`}
          {dependencies.length > 0 && (
            <>
              {dependents.length > 0 && " · "}
              {countOf(dependencies.length, "dependency", "dependencies")}
            </>
          )}
        </span>
      </p>
      {dependents.length > 0 && (
        <span className="max-md:hidden">
          <ImpactLink id={root.id} />
        </span>
      )}
      {/* On wider screens, the arrows of the columns say it. */}
      <p className="text-12 text-muted empty:hidden sm:hidden">{children}</p>
    </div>
  );
}

/** `192 on next run`, with its icon. */
function Timed({ timing, most = Infinity }: { timing: Timing; most: number | undefined }) {
  const { clock, count, isMaximum } = timing;
  const { icon: Icon, text } = CLOCK_LOOKS[clock];
  const limit = isMaximum && clock === "next_run" && most < count ? ` (${limitInWords(most)})` : "";
  return (
    <span className={text}>
      <span className="whitespace-nowrap">
        <Icon aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
        {timingInWords(timing)}
      </span>
      {limit}
    </span>
  );
}

/** `Sorted by timing, then by what they pass on.` */
export function orderInWords({
  hasHops,
  hasOnward,
  hasUse,
}: Record<"hasHops" | "hasOnward" | "hasUse", boolean>): string {
  const [first, ...others] = [
    ...(hasHops ? ["hops"] : []),
    "timing",
    ...(hasOnward || hasUse ? [thenByInWords(!hasOnward)] : []),
  ];
  return `${[`Sorted by ${first}`, ...others.map((key) => `then by ${key}`)].join(", ")}.`;
}
