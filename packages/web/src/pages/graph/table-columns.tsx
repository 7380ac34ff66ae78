import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { distinctName, shortOwner, versionsInBrief } from "./card-text.ts";
import { usersOf } from "./collapse-column.ts";
import { afterOf, briefConditionOf, conditionOf, fileConditionOf } from "./condition.ts";
import type { ViewNode } from "./graph-view.ts";
import type { neighborsOf } from "./layers.ts";
import { ArchivedMark, CLOCK_LOOKS, ClockMark, FOLLOWS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { TypeLabel } from "../../components/ecosystem.tsx";
import { Help } from "../../components/help.tsx";
import { AuthorMark, isAuthor, PenNote } from "../../components/owner-name.tsx";
import { PassesOn, UsedBy } from "../../components/passes-on.tsx";
import { RepositoryName } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, IF_A_FILE, inHeading } from "../../format/words.ts";
import { type Column, ROW_LINK } from "../../list/columns.tsx";

/** How many repositories get a change of the root through one, as in an impact, and of these on the next run. */
export const passedOn = ({ affected }: ViewNode) =>
  affected?.onward ?? { repositories: 0, next_run: 0, may_next_run: 0, dependents: 0 };

interface NodeColumnsOptions {
  root: string | undefined;
  onSelect: (node: ViewNode) => void;
  /** Around a root, those of the repositories in the table: the graph does not contain the others. */
  counts: ReturnType<typeof neighborsOf>;
  hasHops: boolean;
  /** Some are next to the root, which declare a version of it. */
  hasVersions: boolean;
  /** Known numbers of repositories that each passes a change on to replace those of dependents in the table. */
  hasOnward: boolean;
  /** Without these, how many use each says in which order they are. */
  hasUse: boolean;
  /** Whether dependents among these say something: not of what a change of the root reaches. */
  hasDependents: boolean;
  /** Dependencies only, of which the number of all dependents orders them. */
  areDependencies: boolean;
  /** Some pass it on to repositories that get it on their next run. */
  hasFastOnward: boolean;
  /** Some owners are authors, for which narrow windows have a pen. */
  hasAuthors: boolean;
  ownerOf: (node: ViewNode) => ReactNode;
}

/** The columns of the repositories in the graph. On a phone, the first one has the others in a line below the name. */
export const nodeColumns = ({
  root,
  hasHops,
  hasVersions,
  hasOnward,
  hasFastOnward,
  hasAuthors,
  counts,
  onSelect,
  ownerOf,
  hasDependents,
  hasUse,
  areDependencies,
}: NodeColumnsOptions): Column<ViewNode>[] => [
  {
    id: "name",
    header: "Repository",
    width: "w-full",
    value: ({ fullPath }) => fullPath,
    cell: (node) => {
      const { id, fullPath, archived, owner, affected } = node;
      return (
        <span className="flex min-w-0 flex-col gap-y-1">
          <span className="flex min-w-0 items-center gap-x-1 lg:gap-x-2">
            <ChevronRight aria-hidden className="-ml-1 size-4 shrink-0 text-faint" />
            <span className="flex min-w-0 flex-wrap items-center gap-x-1 lg:gap-x-2">
              <button
                type="button"
                onClick={() => onSelect(node)}
                {...ROW_LINK}
                className={cx(ROW_LINK.className, "min-w-0 text-left")}
              >
                <RepositoryName path={fullPath} wraps />
              </button>
              {archived && <ArchivedMark />}
              <Through of={node} />
            </span>
            <span className="tabular ml-auto shrink-0 text-12 text-muted empty:hidden sm:hidden">
              {hasOnward ? (
                <PassesOn inLine onward={affected?.onward} />
              ) : (
                !hasDependents && !areDependencies && <UsedBy inLine onward={affected?.onward} />
              )}
            </span>
          </span>
          <span className="ml-4 hidden text-12 text-muted empty:hidden sm:block lg:ml-5">
            {node.arrival && !archived && fileConditionOf(node)}
          </span>
          <span className="flex w-full min-w-0 items-center gap-x-1.5 text-12 text-muted sm:hidden">
            <span>
              <NarrowNote
                clock={node.arrival?.clock}
                condition={briefConditionOf(node)}
                after={afterOf(node)}
                version={
                  briefConditionOf(node) === undefined || fileConditionOf(node) !== undefined
                    ? versionsInBrief(node)
                    : undefined
                }
                parts={[
                  throughInBrief(node),
                  owner && (
                    <Fragment key="owner">
                      {isAuthor(node) && <AuthorMark />}
                      {shortOwner(owner).replace(/ (?=\+\d+$)/u, NO_BREAK)}
                    </Fragment>
                  ),
                  hasDependents && !hasOnward
                    ? countOf(counts.dependents.get(id)?.size ?? 0, "dependent", "dependents") +
                      (root === undefined ? "" : " here")
                    : undefined,
                ]}
              />
            </span>
          </span>
        </span>
      );
    },
  },
  {
    id: "owner",
    header: "Owner",
    help: (
      <>
        {hasAuthors && <PenNote className="ml-2 font-normal text-muted md:hidden" />}
        <Help of="owner" />
      </>
    ),
    from: "sm",
    width: "min-w-37 lg:min-w-46",
    value: ({ owner }) => owner ?? null,
    cell: ownerOf,
  },
  {
    id: "type",
    header: "Main type",
    from: "lg",
    width: "min-w-40",
    value: ({ mainType }) => (mainType === null ? null : inHeading(mainType)),
    cell: ({ mainType }) => (mainType ? <TypeLabel type={mainType} /> : "–"),
  },
  // After what narrow windows hide, so that the last column is always there.
  ...(root === undefined ? [] : [TIMING_COLUMN]),
  ...(hasVersions ? [VERSION_COLUMN] : []),
  ...(hasHops ? [hopsColumn(areDependencies)] : []),
  ...(root === undefined ? [dependenciesColumn(counts)] : []),
  ...(hasOnward
    ? [onwardColumn(hasFastOnward)]
    : hasDependents
      ? [dependentsColumn(counts, root)]
      : hasUse
        ? [useColumn(areDependencies)]
        : []),
];

/** `via flux2 +1`: what is between a repository and the root. */
function throughInBrief({ arrival }: ViewNode): string | undefined {
  const [first, ...others] = arrival?.through ?? [];
  if (first === undefined) return undefined;
  return `via ${distinctName(first)}${others.length > 0 ? ` +${formatCount(others.length)}` : ""}`;
}

/** The same beside its name. */
const Through = ({ of: node }: { of: ViewNode }) => (
  <span
    title={(node.arrival?.through ?? []).map(distinctName).join(", ")}
    className="shrink-0 text-12 text-muted empty:hidden max-sm:hidden"
  >
    {throughInBrief(node)}
  </span>
);

const COUNT_WIDTH = "min-w-28";

const dependenciesColumn = ({ dependencies }: ReturnType<typeof neighborsOf>): Column<ViewNode> => ({
  id: "out",
  header: "Dependencies",
  align: "right",
  from: "md",
  width: COUNT_WIDTH,
  mostFirst: true,
  value: ({ id }) => dependencies.get(id)?.size ?? 0,
  cell: ({ id }) => formatCount(dependencies.get(id)?.size ?? 0),
});

const dependentsColumn = (
  { dependents }: ReturnType<typeof neighborsOf>,
  root: string | undefined,
): Column<ViewNode> => ({
  id: "in",
  header: root === undefined ? "Dependents" : "Dependents here",
  align: "right",
  from: "sm",
  width: COUNT_WIDTH,
  mostFirst: true,
  value: ({ id }) => dependents.get(id)?.size ?? 0,
  cell: ({ id }) => formatCount(dependents.get(id)?.size ?? 0),
});

/** Sorted by those on the next run, then by all, as the rows are. */
const onwardColumn = (hasFast: boolean): Column<ViewNode> => ({
  id: "onward",
  header: "Passes on to",
  help: (
    <span className="flex max-lg:hidden">
      <Help of="onward" />
    </span>
  ),
  align: "right",
  from: "sm",
  width: "min-w-24",
  mostFirst: true,
  value: (node) => passedOn(node).next_run + passedOn(node).repositories * MINOR_KEY,
  cell: (node) => <PassesOn onward={passedOn(node)} isAligned={hasFast} />,
});

/** Where none passes a change on, how many use each orders them. */
const useColumn = (areDependencies: boolean): Column<ViewNode> => ({
  ...onwardColumn(false),
  header: areDependencies ? "Dependents" : "Used by",
  help: areDependencies ? undefined : (
    <span className="flex max-lg:hidden">
      <Help of="end" />
    </span>
  ),
  value: usersOf,
  cell: (node) => <span className="text-muted">{formatCount(usersOf(node))}</span>,
});

/** Makes a second key smaller than any difference of the first. */
const MINOR_KEY = 1e-6;

/** No line ends before the number of other owners. */
const NO_BREAK = "\u{A0}";

interface NarrowNoteProps {
  clock: Clock | undefined;
  condition: string | undefined;
  after: string | undefined;
  /** Unless the condition names it. */
  version: string | undefined;
  parts: readonly ReactNode[];
}

/** On a phone: when it gets the change and other words, in a line. */
const NarrowNote = ({ clock, condition, after, version, parts }: NarrowNoteProps) => {
  const look = clock && CLOCK_LOOKS[clock];
  const words = [version, ...parts].filter((part) => part !== undefined);
  const Icon = after === undefined ? look?.icon : FOLLOWS;
  return (
    <>
      {look && clock && Icon && (
        <span className={look.text}>
          <Icon aria-hidden className="mr-1 inline size-3 align-[-1px]" />
          {condition ?? after ?? CLOCK_WORDS[clock].label}
        </span>
      )}
      {words.map((part, at) => (
        // Parts have no identity besides their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>
          {(at > 0 || look !== undefined) && " · "}
          {part}
        </Fragment>
      ))}
    </>
  );
};

const TIMING_COLUMN: Column<ViewNode> = {
  id: "clock",
  header: "Timing",
  help: <Help of="clock" />,
  from: "sm",
  width: "min-w-33 lg:min-w-44",
  value: ({ arrival }) => (arrival === undefined ? null : CLOCKS.indexOf(arrival.clock)),
  cell: (node) =>
    node.arrival === undefined ? (
      <span className="text-faint">–</span>
    ) : (
      <ClockMark
        clock={node.arrival.clock}
        condition={conditionOf(node)}
        // The line below the name says which.
        brief={fileConditionOf(node) === undefined ? briefConditionOf(node) : IF_A_FILE}
        after={afterOf(node)}
        isArchived={node.archived}
      />
    ),
};

const VERSION_COLUMN: Column<ViewNode> = {
  id: "version",
  header: "Version",
  from: "sm",
  width: "min-w-16 max-w-24 lg:min-w-28 lg:max-w-40",
  value: ({ arrival }) => arrival?.versions?.[0] ?? null,
  cell: (node) => {
    const version = versionsInBrief(node);
    return version === undefined ? (
      <span className="text-faint">–</span>
    ) : (
      <span
        title={node.arrival?.versions?.join("; ")}
        className="block truncate font-mono text-12 text-muted"
      >
        {version}
      </span>
    );
  },
};

/** Negative for a dependency, among dependents. */
const hopsColumn = (areDependencies: boolean): Column<ViewNode> => ({
  id: "hops",
  header: "Hops",
  align: "right",
  from: "md",
  width: "min-w-20",
  value: ({ arrival }) => Math.abs(arrival?.hops ?? 0),
  cell: ({ arrival }) => (areDependencies ? Math.abs(arrival?.hops ?? 0) : (arrival?.hops ?? "–")),
});
