const FIXTURE = /(?:^|\/)(?:test[-_]?(?:data|files)|(?:test[-_]?|__)?fixtures?(?:__)?)\//i;
const RENDERED = /(?:^|\/)(?:(?:__)?snapshots(?:__)?|golden)\/|\.golden(?:\.\w+)?$/i;
const TEST_FOLDER = /(?:^|\/)(?:__tests?__|tests?|test-?cases|test-?[rR]esources)\//;

/** CI services only read these folders at the root. */
const NESTED_CI = /.\/\.(?:circleci|github\/workflows)\//;

/** Folders that new repositories are created from. Only their names distinguish them. */
const TEMPLATE = /(?:template|skeleton|scaffold|boilerplate|archetype|cookiecutter|\{\{)[^/]*\//i;

/** Whether a path is a CI file that no CI service runs for this repository. */
export const isNestedCi = (path: string): boolean => NESTED_CI.test(path);

/** Whether a nested CI file never runs anywhere. Those of a template run in the repositories created from it. */
export const isUnrunCi = (path: string): boolean =>
  isNestedCi(path) && (isTestInput(path) || !TEMPLATE.test(path));

/** Whether a file is generated output that tests compare with. */
export const isRendered = (path: string): boolean => RENDERED.test(path);

/** Whether a file is test data, which declares no real dependency even if it looks like a manifest. */
export const isFixture = (path: string): boolean => FIXTURE.test(path) || isRendered(path);

/** Whether a file is in a folder of tests or test data. Such files are made up, and some are broken on purpose. */
export const isTestInput = (path: string): boolean => TEST_FOLDER.test(path) || isFixture(path);

/** Whether the path `target`, written in `file`, is inside the repository. */
export function isWithinRepository(file: string, target: string): boolean {
  const path = target.replaceAll("\\", "/");
  if (/^(?:[/~]|[a-z]:)/i.test(path)) return false;
  let depth = file.split("/").length - 1;
  for (const part of path.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "." && part !== "") depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

/** Returns the extension of a file in lower case: empty for `Makefile`, `npmrc` for `.npmrc`. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.slice(name.lastIndexOf(".") + 1 || name.length).toLowerCase();
}
