import { Link } from "@tanstack/react-router";
import { X, Zap } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Badge } from "../../components/badge.tsx";
import { buttonLook } from "../../components/button.tsx";
import { Facts } from "../../components/facts.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { formatCount } from "../../format/count.ts";
import { inHeading } from "../../format/words.ts";
import type { GraphSearch } from "./graph-search.ts";
import type { ViewNode } from "./graph-view.ts";
import { StrongestPath } from "./strongest-path.tsx";

interface NodePanelProps {
  node: ViewNode;
  root: ViewNode | undefined;
  search: GraphSearch;
  onClose: () => void;
}

/** What is known of the selected repository, and what joins it with the root. */
export function NodePanel({ node, root, search, onClose }: NodePanelProps) {
  const { slug } = useWorkspace().workspace;
  const { id, fullPath, archived, fanIn, fanOut, mainType } = node;
  return (
    <aside
      aria-label={`About ${fullPath}`}
      className="sticky flex shrink-0 flex-col gap-4 overflow-y-auto bg-canvas p-4 max-sm:bottom-10 max-sm:max-h-[45dvh] max-sm:border-t sm:top-0 sm:max-h-dvh sm:w-88 sm:border-l"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 font-mono text-14 font-semibold break-all">
          <Link
            to="/w/$slug/repositories/$repositoryId"
            params={{ slug, repositoryId: id }}
            className="hover:underline"
          >
            {fullPath}
          </Link>
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} className="-m-1.5" />
      </div>
      {archived && (
        <div>
          <Badge tone="slate">Archived</Badge>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Link
          to="/w/$slug/impact"
          params={{ slug }}
          search={{ repository_id: id }}
          className={buttonLook("primary")}
        >
          <Zap aria-hidden className="size-4" />
          Impact
        </Link>
        {id !== root?.id && (
          <Link
            to="/w/$slug/graph"
            params={{ slug }}
            search={{ connected_org_id: search.connected_org_id, root: id }}
            className={buttonLook()}
          >
            Center here
          </Link>
        )}
      </div>
      <Facts
        facts={[
          [
            "Dependents",
            <span key="in" className="tabular">
              {formatCount(fanIn)}
            </span>,
          ],
          [
            "Dependencies",
            <span key="out" className="tabular">
              {formatCount(fanOut)}
            </span>,
          ],
          ["Main type", mainType ? inHeading(mainType) : "–"],
        ]}
      />
      {root && id !== root.id && <StrongestPath node={node} root={root} search={search} />}
    </aside>
  );
}
