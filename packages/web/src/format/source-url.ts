interface ScannedRepository {
  clone_url: string;
  last_commit_sha: string | null;
}

/** How hosts write the address of a line, by a word in their name. Self-hosted ones are told by their org's platform. */
const SHAPES = {
  github: ({ base, sha, path, line }: Place) => `${base}/blob/${sha}/${path}#L${line}`,
  gitlab: ({ base, sha, path, line }: Place) => `${base}/-/blob/${sha}/${path}#L${line}`,
  bitbucket: ({ base, sha, path, line }: Place) => `${base}/src/${sha}/${path}#lines-${line}`,
} as const;

interface Place {
  base: string;
  sha: string;
  path: string;
  line: number;
}

/** A file's line on its host, at the commit that was scanned; undefined where the host is no website that we know. */
export function sourceUrl(
  { clone_url, last_commit_sha }: ScannedRepository,
  platform: string,
  file: string,
  line: number,
): string | undefined {
  if (last_commit_sha === null || !URL.canParse(clone_url)) return undefined;
  const url = new URL(clone_url);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const shape =
    platform in SHAPES ? platform : Object.keys(SHAPES).find((name) => url.hostname.includes(name));
  if (shape === undefined) return undefined;
  const base = url.origin + url.pathname.replace(/\.git$/u, "").replace(/\/$/u, "");
  const path = file.split("/").map(encodeURIComponent).join("/");
  return SHAPES[shape as keyof typeof SHAPES]({ base, sha: last_commit_sha, path, line });
}
