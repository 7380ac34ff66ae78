import { useEffect } from "react";
import * as z from "zod";

const Recent = z.object({ kind: z.enum(["repository", "artifact"]), id: z.uuid(), text: z.string() });
export type Recent = z.infer<typeof Recent>;

const KEPT = 6;
const keyOf = (slug: string): string => `knockon.recent.${slug}`;

/** Returns the repositories and artifacts that this browser opened last in a workspace, the latest first. */
export function readRecents(slug: string): Recent[] {
  try {
    return z.array(Recent).parse(JSON.parse(localStorage.getItem(keyOf(slug)) ?? "[]"));
  } catch {
    return [];
  }
}

/** Returns the list with one more entry. */
export const withRecent = (recents: readonly Recent[], opened: Recent): Recent[] =>
  [opened, ...recents.filter(({ id }) => id !== opened.id)].slice(0, KEPT);

/** Remembers that the page or the impact of a repository or artifact is open. Does nothing while it loads. */
export function useRecent(slug: string, opened: Recent | undefined): void {
  const { kind, id, text } = opened ?? {};
  useEffect(() => {
    if (kind === undefined || id === undefined || text === undefined) return;
    localStorage.setItem(keyOf(slug), JSON.stringify(withRecent(readRecents(slug), { kind, id, text })));
  }, [slug, kind, id, text]);
}
