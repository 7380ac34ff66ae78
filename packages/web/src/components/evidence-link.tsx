import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { getRepository, listRepositories } from "@knockon/contract/operations/repository";
import type { LineOwner } from "@knockon/contract/resources/fields";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { BreakableName, BreakableUrl } from "./breakable-name.tsx";
import { cx } from "./dom.ts";
import { useWorkspace } from "../api/workspace.ts";
import { shortVersion } from "../format/format.ts";
import { versionPlace } from "../format/version-place.ts";
import { lineOwnerInWords, ownerTitle } from "../format/words.ts";
import { sourceUrl } from "@knockon/contract/source-url";

interface EvidenceLinkProps {
  /** Undefined while loading. */
  repository: { clone_url: string; last_commit_sha: string | null } | undefined;
  platform: string;
  file: string;
  /** Null for the file as a whole. */
  line: number | null;
}

const linkLook = "-my-0.5 inline-block max-w-full min-w-0 py-0.5";
const ICON = "ml-1 inline size-3 align-[-1px]";

/** Keeps the icon in the line of the name. */
const WORD_JOINER = "\u{2060}";

/** `file:line`, linked to the scanned commit on the Git host if the host is known. */
function EvidenceLink({ repository, platform, file, line }: EvidenceLinkProps) {
  const place = line === null ? file : `${file}:${line}`;
  // Looks like the link that it becomes. Nothing moves when the address arrives.
  if (repository === undefined)
    return (
      <span className={`${linkLook} text-accent`}>
        <BreakableName text={place} />
        {WORD_JOINER}
        <ExternalLink aria-hidden className={ICON} />
      </span>
    );
  const url = sourceUrl(repository, platform, file, line ?? 1);
  if (url === undefined) return <BreakableName text={place} />;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={`${linkLook} text-accent hover:underline`}>
      <BreakableName text={place} />
      {WORD_JOINER}
      <ExternalLink aria-label="(opens in new tab)" className={ICON} />
    </a>
  );
}

interface DeclarationLocationProps {
  /** The repository that contains the file. */
  repositoryId: string;
  file: string;
  /** Null for the file as a whole. */
  line: number | null;
  /** The raw reference or another note. */
  raw?: string | undefined;
  /** The version in `raw`, which is emphasized. */
  marked?: string | null;
  owner?: LineOwner | null;
  /** Commit of the line, if not the scanned one. */
  commit?: string | null;
  /** Whether it names the scanned commit, in which the line is. */
  hasCommit?: boolean;
}

/** The location of a declaration. */
export function DeclarationLocation(props: DeclarationLocationProps) {
  const { repositoryId, file, line, raw, marked, owner, commit, hasCommit = false } = props;
  const { api } = useWorkspace();
  const repository = useScannedRepository(repositoryId);
  const { data: orgs = [] } = useQuery(api.query(listConnectedOrgs, { query: { limit: 500 } }));
  const platform = orgs.find(({ id }) => id === repository?.connected_org_id)?.platform ?? "";
  const link = (
    <EvidenceLink
      repository={
        repository && commit !== undefined ? { ...repository, last_commit_sha: commit } : repository
      }
      platform={platform}
      file={file}
      line={line}
    />
  );
  const scanned = hasCommit ? repository?.last_commit_sha : undefined;
  return (
    <span className="relative flex min-w-0 flex-col">
      {scanned ? (
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          {link}
          <span title={`Scanned commit ${scanned}`} className="shrink-0 text-12 text-muted">
            at <span className="font-mono">{shortVersion(scanned)}</span>
          </span>
        </span>
      ) : (
        link
      )}
      {raw !== undefined && (
        <code
          className={cx(
            "truncate font-mono text-12 text-muted",
            // The emphasized part or the end would be cut off.
            marked && "whitespace-normal wrap-break-word",
          )}
          title={raw}
        >
          <Marked text={raw} version={marked ?? ""} />
        </code>
      )}
      {owner && (
        <span title={ownerTitle(owner)} className="text-12 wrap-break-word text-muted">
          {lineOwnerInWords(owner, repository?.full_path)}
        </span>
      )}
    </span>
  );
}

/** A reference with its version emphasized, if it contains it. */
function Marked({ text, version }: { text: string; version: string }) {
  const at = versionPlace(text, version);
  const isUrl = /^https?:\/\//u.test(text);
  const plain = (piece: string) => {
    const short = shortVersion(piece);
    return isUrl ? <BreakableUrl text={short} /> : short;
  };
  if (at < 0) return plain(text);
  return (
    <>
      {plain(text.slice(0, at))}
      <mark className="rounded-sm bg-accent-soft px-0.5 font-medium text-text">{shortVersion(version)}</mark>
      {plain(text.slice(at + version.length))}
    </>
  );
}

const STALE_MS = 5 * 60_000;

/** Finds a repository in one cached list, so that the rows of a table share a request. Falls back to a single request. */
function useScannedRepository(id: string) {
  const { api } = useWorkspace();
  const listed = useQuery({ ...api.query(listRepositories, { query: { limit: 500 } }), staleTime: STALE_MS });
  const known = listed.data?.find((repository) => repository.id === id);
  const asked = useQuery({
    ...api.query(getRepository, { params: { repository_id: id } }),
    staleTime: STALE_MS,
    enabled: listed.isFetched && !known,
  });
  return known ?? asked.data;
}
