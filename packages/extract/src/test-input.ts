const FIXTURE = /(?:^|\/)(?:test-?data|(?:test-?|__)?fixtures?(?:__)?)\//i;
const RENDERED = /(?:^|\/)(?:(?:__)?snapshots(?:__)?|golden)\/|\.golden(?:\.\w+)?$/i;
const TEST_FOLDER = /(?:^|\/)(?:__tests?__|tests?|test-?cases|test-?[rR]esources)\//;

/** CI services read the folder at the root only. */
const NESTED_CI = /.\/\.(?:circleci|github\/workflows)\//;

/** What repositories are made of: nothing but its name tells it from any other folder. */
const TEMPLATE = /(?:template|skeleton|scaffold|boilerplate|archetype|cookiecutter|\{\{)[^/]*\//i;

/** Is the file one of CI that no CI of this repository runs? */
export const isNestedCi = (path: string): boolean => NESTED_CI.test(path);

/**
 * Is it one that nobody runs: of an example, of tests, of a project kept within another? What a template brings along runs
 * in every repository made of it.
 */
export const isUnrunCi = (path: string): boolean =>
  isNestedCi(path) && (isTestInput(path) || !TEMPLATE.test(path));

/** Is the file output that a program once made and a test compares with? */
export const isRendered = (path: string): boolean => RENDERED.test(path);

/** Is the file what tests read or compare with? What it names is asked for by nobody, however much it looks like a manifest. */
export const isFixture = (path: string): boolean => FIXTURE.test(path) || isRendered(path);

/** Does the path lie in a folder of tests or of what they read? Such files are made up, and some are broken on purpose. */
export const isTestInput = (path: string): boolean => TEST_FOLDER.test(path) || isFixture(path);
