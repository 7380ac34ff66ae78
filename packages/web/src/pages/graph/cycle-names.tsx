import { Popover } from "@base-ui/react/popover";
import { Link } from "@tanstack/react-router";
import { Repeat } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { ARCHIVED, cycleInWords, cycleStrip, type FittingNames, labelWidth, namesInLines } from "./cycle.ts";
import { LOOK } from "./graph-links.tsx";
import type { ViewNode } from "./graph-view.ts";
import { LEAST_LIST } from "./sizes.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { RepositoryName } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";

interface CycleNamesProps {
  nodes: readonly ViewNode[];
}

/** Above a drawing: `25 in a cycle with the root (6 archived): infra-22, infra-64 +23`. */
export function CycleStrip({ nodes, width }: CycleNamesProps & { width: number }) {
  const { height, ...fitting } = cycleStrip(nodes, width);
  if (nodes.length === 0) return null;
  return (
    <p style={{ height }} className="shrink-0 border-b bg-canvas px-4 py-1.5 text-12/3.75 text-muted">
      <CycleLink nodes={nodes} />
      {cycleInWords(nodes)}: <Names nodes={nodes} {...fitting} />
    </p>
  );
}

/** Lines of names in a list. */
const LINES = 4;

/** The same in a list. */
export function CycleNames({ nodes }: CycleNamesProps) {
  if (nodes.length === 0) return null;
  return (
    <p className="pb-2 text-12/4 text-muted">
      <CycleLink nodes={nodes} />
      {cycleInWords(nodes)}:{" "}
      <Names
        nodes={nodes}
        {...namesInLines(nodes, { width: LEAST_LIST, before: labelWidth(nodes), most: LINES })}
      />
    </p>
  );
}

interface NamesProps extends CycleNamesProps, Pick<FittingNames, "names" | "firstArchived" | "more"> {}

const Names = ({ nodes, names, firstArchived, more }: NamesProps) => (
  <>
    {names.map((name, at) => (
      <Fragment key={name}>
        {at > 0 && " "}
        <span className="whitespace-nowrap">
          {at === firstArchived && ARCHIVED}
          {name}
          {at < names.length - 1 && (at === firstArchived - 1 ? ";" : ",")}
        </span>
      </Fragment>
    ))}
    {more > 0 && (
      <>
        {" "}
        <CycleLink nodes={nodes}>+{formatCount(more)}</CycleLink>
      </>
    )}
  </>
);

/** The number of repositories on both sides of the root, which opens their names. Nothing if there are none. */
function CycleLink({ nodes, children }: CycleNamesProps & { children?: ReactNode }) {
  const { slug } = useWorkspace().workspace;
  if (nodes.length === 0) return null;
  return (
    <Popover.Root>
      <Popover.Trigger className={LOOK}>
        {children ?? (
          <>
            <Repeat aria-hidden className="mr-1 inline size-3 align-[-1px]" />
            {formatCount(nodes.length)} in a cycle
          </>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" sideOffset={6} className="z-50">
          <Popover.Popup className="flex max-h-80 max-w-80 flex-col overflow-y-auto rounded-md border bg-raised p-3 text-13">
            <Popover.Title className="mb-1 font-semibold">In a dependency cycle with the root</Popover.Title>
            <Popover.Description className="mb-2 text-muted">
              They depend on the root, and the root on them. A change may end before it comes back.
            </Popover.Description>
            <ul className="flex flex-col gap-1">
              {nodes.map(({ id, fullPath }) => (
                <li key={id} className="flex min-w-0">
                  <Link
                    to="/w/$slug/repositories/$repositoryId"
                    params={{ slug, repositoryId: id }}
                    className="flex min-w-0 hover:text-accent hover:underline"
                  >
                    <RepositoryName path={fullPath} small />
                  </Link>
                </li>
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
