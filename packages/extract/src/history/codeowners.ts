const TEAM = /^@[\w.-]+(?:\/[\w.-]+)+$/;

/** Where hosts look for it; the first there is. */
export const CODEOWNERS_PATHS = [".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/** The teams that a CODEOWNERS file names, as `@org/team`: people and addresses in it are left out. */
export function parseTeams(text: string): string[] {
  const teams = text
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*/, ""))
    .flatMap((line) => line.trim().split(/\s+/).slice(1))
    .filter((owner) => TEAM.test(owner));
  return [...new Set(teams)].toSorted();
}
