import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../api/workspace-context.ts";
import { EvidenceLink } from "../../components/evidence-link.tsx";
import { useScannedRepository } from "./use-scanned-repository.ts";

interface DeclarationPlaceProps {
  /** In whose files it stands. */
  repositoryId: string;
  file: string;
  line: number;
  /** How it is written there, or what else is to be said of it. */
  raw?: string | undefined;
}

/** Where a declaration stands. */
export function DeclarationPlace({ repositoryId, file, line, raw }: DeclarationPlaceProps) {
  const { api } = useWorkspace();
  const repository = useScannedRepository(repositoryId);
  const { data: orgs = [] } = useQuery(api.ask(listConnectedOrgs, { query: { limit: 500 } }));
  const platform = orgs.find(({ id }) => id === repository?.connected_org_id)?.platform ?? "";
  return (
    <span className="relative flex min-w-0 flex-col">
      <EvidenceLink repository={repository} platform={platform} file={file} line={line} />
      {raw !== undefined && (
        <code className="truncate font-mono text-12 text-muted" title={raw}>
          {raw}
        </code>
      )}
    </span>
  );
}
