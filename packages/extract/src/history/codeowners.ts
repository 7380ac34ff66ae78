const TEAM = /^@[\w.-]+(?:\/[\w.-]+)+$/;

/** Paths in the order in which hosts look for the file. */
export const CODEOWNERS_PATHS = [".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/** Returns the teams that a CODEOWNERS file names, as `@org/team`. Omits users and email addresses. */
export function parseTeams(text: string): string[] {
  const teams = text
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*/, ""))
    .flatMap((line) => line.trim().split(/\s+/).slice(1))
    .filter((owner) => TEAM.test(owner));
  return [...new Set(teams)].toSorted();
}
