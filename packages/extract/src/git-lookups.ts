import { parseGitUrl } from "./git-url.ts";
import { gitName } from "./name.ts";

/** What a git URL is looked up by: nothing, where it names no repository. */
export function gitLookups(url: string): string[] {
  const location = parseGitUrl(url)?.location;
  return location === undefined ? [] : [gitName(location)];
}
