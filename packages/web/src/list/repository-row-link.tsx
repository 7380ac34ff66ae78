import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../api/workspace-context.ts";
import { Middle } from "../components/middle.tsx";
import { ROW_LINK } from "./row-link.ts";

interface RepositoryRowLinkProps {
  id: string;
  text: string;
  /** Of the repository's page; without it the first. */
  tab?: "dependencies" | "ownership";
}

/** The first cell of a row that leads to a repository. */
export function RepositoryRowLink({ id, text, tab }: RepositoryRowLinkProps) {
  const { slug } = useWorkspace().workspace;
  return (
    <Link
      to="/w/$slug/repositories/$repositoryId"
      params={{ slug, repositoryId: id }}
      search={tab === undefined ? {} : { tab }}
      {...ROW_LINK}
    >
      <Middle text={text} />
    </Link>
  );
}
