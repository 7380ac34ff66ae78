const KEY = "knockon.workspace";

/** The workspace that was open last in this browser. */
export const findLastWorkspace = (): string | null => localStorage.getItem(KEY);
export const noteLastWorkspace = (slug: string): void => localStorage.setItem(KEY, slug);
