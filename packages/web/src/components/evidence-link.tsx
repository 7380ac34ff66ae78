import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { getRepository, listRepositories } from "@knockon/contract/operations/repository";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { Middle } from "./text.tsx";
import { useWorkspace } from "../api/workspace.ts";
import { sourceUrl } from "../format/source-url.ts";

interface EvidenceLinkProps {
  /** Where the file is; undefined until it is known. */
  repository: { clone_url: string; last_commit_sha: string | null } | undefined;
  platform: string;
  file: string;
  line: number;
}

/** `file:line`, leading to the host at the commit that was scanned where the host can be told. */
function EvidenceLink({ repository, platform, file, line }: EvidenceLinkProps) {
  const place = `${file}:${line}`;
  const url = repository && sourceUrl(repository, platform, file, line);
  if (url === undefined) return <Middle text={place} />;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex max-w-full min-w-0 items-center gap-1 text-accent hover:underline"
    >
      <Middle text={place} />
      <ExternalLink aria-label="(opens in new tab)" className="size-3 shrink-0" />
    </a>
  );
}

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

const KEPT_MS = 5 * 60_000;

/** A repository by its id, with its address and commit: out of one list for all rows of a page, where that has it. */
function useScannedRepository(id: string) {
  const { api } = useWorkspace();
  const listed = useQuery({ ...api.ask(listRepositories, { query: { limit: 500 } }), staleTime: KEPT_MS });
  const known = listed.data?.find((repository) => repository.id === id);
  const asked = useQuery({
    ...api.ask(getRepository, { params: { repository_id: id } }),
    staleTime: KEPT_MS,
    enabled: listed.isFetched && !known,
  });
  return known ?? asked.data;
}
