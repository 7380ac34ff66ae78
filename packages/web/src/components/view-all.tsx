import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../api/workspace.ts";

interface ViewAllProps {
  to:
    | "/w/$slug/repositories"
    | "/w/$slug/artifacts"
    | "/w/$slug/latent-breaks"
    | "/w/$slug/checks"
    | "/w/$slug/ownership"
    | "/w/$slug/scans";
  /** The order of the list, if it is not the usual one. */
  sort?: string;
  text: string;
}

/** Link to the list that a section has the start of. */
export function ViewAll({ to, sort, text }: ViewAllProps) {
  const { workspace } = useWorkspace();
  return (
    <Link
      to={to}
      params={{ slug: workspace.slug }}
      search={sort === undefined ? {} : { sort }}
      className="hover:text-text hover:underline"
    >
      {text}
    </Link>
  );
}
