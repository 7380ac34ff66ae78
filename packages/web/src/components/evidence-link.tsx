import { ExternalLink } from "lucide-react";
import { sourceUrl } from "../format/source-url.ts";
import { Middle } from "./middle.tsx";

interface EvidenceLinkProps {
  /** Where the file is; undefined until it is known. */
  repository: { clone_url: string; last_commit_sha: string | null } | undefined;
  platform: string;
  file: string;
  line: number;
}

/** `file:line`, leading to the host at the commit that was scanned where the host can be told. */
export function EvidenceLink({ repository, platform, file, line }: EvidenceLinkProps) {
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
