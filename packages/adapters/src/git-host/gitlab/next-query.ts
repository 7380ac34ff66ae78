/** The query of the page that the host says is next. Only that: a host does not choose what is asked of whom. */
export function nextQuery(link: string | string[] | undefined): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(String(link ?? ""))?.[1];
  return (next !== undefined && URL.parse(next)?.search.slice(1)) || null;
}
