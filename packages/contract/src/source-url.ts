interface ScannedRepository {
  clone_url: string;
  last_commit_sha: string | null;
}

/** Line URLs by platform. Also matched against the host name. */
const LINE_URLS = {
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

/** Returns the URL of a line at the scanned commit, or undefined for an unknown host. */
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
    platform in LINE_URLS ? platform : Object.keys(LINE_URLS).find((name) => url.hostname.includes(name));
  if (shape === undefined) return undefined;
  const base = url.origin + url.pathname.replace(/\.git$/u, "").replace(/\/$/u, "");
  const path = file.split("/").map(encodeURIComponent).join("/");
  return LINE_URLS[shape as keyof typeof LINE_URLS]({ base, sha: last_commit_sha, path, line });
}
