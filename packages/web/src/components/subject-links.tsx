import { Link } from "@tanstack/react-router";
import { Share2, Zap } from "lucide-react";
import { buttonLook } from "./button.tsx";
import { useWorkspace } from "../api/workspace.ts";

interface SubjectLinksProps {
  /** What the graph has in its middle. */
  graph: { connected_org_id: string; root: string };
  /** What changes. */
  impact: { repository_id: string } | { artifact_id: string };
}

/** The buttons of a page that lead to the graph around its repository, and to the impact of a change. */
export function SubjectLinks({ graph, impact }: SubjectLinksProps) {
  const { slug } = useWorkspace().workspace;
  return (
    <>
      <Link to="/w/$slug/graph" params={{ slug }} search={graph} className={buttonLook()}>
        <Share2 aria-hidden className="size-4" />
        Graph
      </Link>
      <Link to="/w/$slug/impact" params={{ slug }} search={impact} className={buttonLook("primary")}>
        <Zap aria-hidden className="size-4" />
        Impact
      </Link>
    </>
  );
}
