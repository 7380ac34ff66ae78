import { Link } from "@tanstack/react-router";
import { FolderGit2, Package } from "lucide-react";
import { useWorkspace } from "../../api/workspace.ts";
import { TruncatedName } from "../../components/text.tsx";
import { readRecents } from "../../frame/recents.ts";

/** The repositories and artifacts that were opened last. Each leads to its impact. Nothing if there are none. */
export function RecentQuestions() {
  const { slug } = useWorkspace().workspace;
  const recents = readRecents(slug);
  if (recents.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 text-13">
      <span id="recent" className="text-muted">
        Recent
      </span>
      <ul aria-labelledby="recent" className="contents">
        {recents.map(({ kind, id, text }) => {
          const Icon = kind === "repository" ? FolderGit2 : Package;
          return (
            <li key={id} className="flex min-w-0">
              <Link
                to="/w/$slug/impact"
                params={{ slug }}
                search={kind === "repository" ? { repository_id: id } : { artifact_id: id }}
                className="flex h-7 min-w-0 items-center gap-1.5 rounded-md border bg-canvas px-2 hover:bg-hover"
              >
                <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
                <TruncatedName small text={text} />
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
