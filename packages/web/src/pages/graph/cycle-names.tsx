import { Popover } from "@base-ui/react/popover";
import { Link } from "@tanstack/react-router";
import { Repeat } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { countInWords, type Cycle, cycleNames, cycleStrip, widthBefore } from "./cycle.ts";
import { LOOK } from "./graph-links.tsx";
import type { ViewNode } from "./graph-view.ts";
import { type FittingNames, namesInLines } from "./names-in-lines.ts";
import { LEAST_LIST } from "./sizes.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { RepositoryName } from "../../components/text.tsx";
import { formatCount } from "../../format/format.ts";

interface CycleNamesProps {
  cycle: Cycle;
}

/** Above a drawing: `25 (6 archived) in a cycle with the root: infra-22, infra-64; archived: infra-21 +22`. */
export function CycleStrip({ cycle, width }: CycleNamesProps & { width: number }) {
  const { nodes, start } = cycle;
  const { names, more } = cycleStrip(cycle, width);
  if (nodes.length === 0) return null;
  return (
    <p className="shrink-0 border-b bg-canvas py-1.5 pr-2 pl-4 text-12/3.75 text-muted">
      <CycleLink nodes={nodes} />
      {start}
      <Names nodes={nodes} names={names} more={more} />
    </p>
  );
}

/** Lines in a list, with what is before the names. */
const LINES = 5;

/** The same in a list. */
export function CycleNames({ cycle }: CycleNamesProps) {
  const { nodes, start } = cycle;
  if (nodes.length === 0) return null;
  return (
    <p className="pt-2 text-12/4 text-muted">
      <CycleLink nodes={nodes} />
      {start}
      <Names
        nodes={nodes}
        {...namesInLines(cycleNames(cycle), { width: LEAST_LIST, before: widthBefore(cycle), most: LINES })}
      />
    </p>
  );
}

interface NamesProps extends CycleLinkProps, Pick<FittingNames, "names" | "more"> {}

/** A semicolon is before the archived ones. */
const Names = ({ nodes, names, more }: NamesProps) => (
  <>
    {names.map((name, at) => (
      <Fragment key={name}>
        {at > 0 && " "}
        <span className="whitespace-nowrap">
          {name}
          {at < names.length - 1 && (nodes[at]?.archived === nodes[at + 1]?.archived ? "," : ";")}
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

interface CycleLinkProps {
  nodes: readonly ViewNode[];
  children?: ReactNode;
}

/** The number of repositories on both sides of the root, which opens their names. Nothing if there are none. */
function CycleLink({ nodes, children }: CycleLinkProps) {
  const { slug } = useWorkspace().workspace;
  if (nodes.length === 0) return null;
  return (
    <Popover.Root>
      <Popover.Trigger className={LOOK}>
        {children ?? (
          <>
            <Repeat aria-hidden className="mr-1 inline size-3 align-[-1px]" />
            {countInWords(nodes)}
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
