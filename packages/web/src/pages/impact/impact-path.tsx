import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { ConfidenceBar } from "../../components/confidence-bar.tsx";
import { Middle } from "../../components/middle.tsx";
import { inWords } from "../../format/words.ts";
import type { Affected } from "./affected.ts";

/** How a change travels: from the root outward, each step with what carries it. */
export function ImpactPath({ name, path }: { name: string; path: Affected["path"] }) {
  const [first] = path;
  if (!first) return null;
  return (
    <ol aria-label={name} className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <li className="flex min-w-0">
        <Repository repository={first.target} />
      </li>
      {path.map(({ source, dependency_type, confidence }) => (
        <li key={source.id} className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="inline-flex shrink-0 items-center gap-1.5 text-12 text-muted">
            <ArrowRight aria-hidden className="size-3.5" />
            {inWords(dependency_type)}
            <ConfidenceBar confidence={confidence} />
            <ArrowRight aria-hidden className="size-3.5" />
          </span>
          <Repository repository={source} />
        </li>
      ))}
    </ol>
  );
}

function Repository({ repository: { id, full_path } }: { repository: Affected["repository"] }) {
  const { workspace } = useWorkspace();
  return (
    <Link
      to="/w/$slug/repositories/$repositoryId"
      params={{ slug: workspace.slug, repositoryId: id }}
      className="flex min-w-0 rounded-sm border bg-canvas px-1.5 py-0.5 hover:bg-hover"
    >
      <Middle text={full_path} />
    </Link>
  );
}
