/** Returns the query string of the next page. Ignores the rest of the URL, which the host must not choose. */
export function nextQuery(link: string | string[] | undefined): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(String(link ?? ""))?.[1];
  return (next !== undefined && URL.parse(next)?.search.slice(1)) || null;
}
