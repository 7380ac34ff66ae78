import type { WorkspaceStats } from "@knockon/contract/resources/workspace";
import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Figure } from "../../components/figure.tsx";
import { countOf, formatCount } from "../../format/count.ts";

/** Four numbers; those that have a page are links to it. */
export function OverviewFigures({ stats }: { stats: z.output<typeof WorkspaceStats> }) {
  const { workspace } = useWorkspace();
  const { repositories, dependencies, declarations, consumed_artifacts, health } = stats;
  return (
    <div className="grid grid-cols-2 overflow-hidden rounded-md border lg:grid-cols-4 lg:divide-x lg:divide-line [&>*]:p-4 max-lg:[&>*:nth-child(even)]:border-l max-lg:[&>*:nth-child(n+3)]:border-t">
      <Link
        to="/w/$slug/repositories"
        params={{ slug: workspace.slug }}
        className="outline-offset-[-2px] hover:bg-hover"
      >
        <Figure
          label="Repositories"
          value={formatCount(repositories)}
          note={countOf(consumed_artifacts, "artifact in use", "artifacts in use")}
        />
      </Link>
      <div>
        <Figure
          label="Dependencies"
          value={formatCount(dependencies)}
          note={countOf(declarations, "declaration", "declarations")}
        />
      </div>
      <div>
        <Figure
          label="Unresolved"
          value={formatCount(health.unresolved_declarations)}
          note="no known producer"
        />
      </div>
      <div>
        <Figure
          label="Lagging"
          value={formatCount(health.consumers_lagging)}
          note={`${formatCount(health.consumers_on_latest)} on the latest version`}
        />
      </div>
    </div>
  );
}
