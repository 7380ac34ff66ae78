import type { Role } from "@knockon/contract/vocabulary/role";
import type { Declaration } from "./ecosystem.ts";
import { isFixture, isTestInput, isUnrunCi } from "./repository-path.ts";

const folder = (names: string): RegExp => new RegExp(`(?:^|/)(?:${names})/`, "i");

/** Copies of third-party trees. `snapshot.ts` skips those that are never edited. */
const VENDORED = folder(
  // Galaxy installs a role into a folder with its namespace: `roles/acme.web`.
  String.raw`_?vendor(?:ed)?|third[_-]?party|3rd[_-]?party|extern(?:al)?s?/[^/]+/vendor|patched|node_modules|site-packages|roles/[a-z][\w-]*\.[\w-]+`,
);
/** Files inside a test folder that a test reads, but that nothing installs. */
const TEST_DATA = folder(
  String.raw`(?:tests?|__tests__|spec|test-?[rR]esources)/(?:[^/]+/)*(?:(?:test-?)?(?:data|inputs?|samples?|cases|resources|files|assets|projects|repos?|packages|mocks?|stubs?|expected|outputs?|functional)|(?:fake|mock|dummy|sample)[-_](?:data|files|projects?|repos?|packages?))`,
);
const EXAMPLE = folder(
  "_?examples?|samples?|tutorials?|demos?|quick-?starts?|playgrounds?|cookbook|(?:examples?|samples?|demo)[-_][^/]*|[^/]*[-_.](?:examples?|samples?|demo)|getting[-_]?started|starters?|showcase|templates?/examples?",
);
/** New repositories are created from such a folder: `{{cookiecutter.repo_name}}/`. */
const TEMPLATE = /\{[{%][^/]*\//;
const EXAMPLE_FILE =
  /(?:^|[/._-])(?:example|sample|demo)(?:[._-][^/]*)?$|\.stories\.(?:[cm]?[jt]sx?|mdx?|svelte|vue)$/i;
const TEST = folder(
  "tests?|__tests?__|spec|e2e(?:[-_]?tests?)?|integration[-_]?tests?|[^/]*[-_.]tests?|tests?[-_](?:integration|e2e|unit|functional|acceptance|system|smoke|regression|performance|perf)|testing|test-?cases|test-?[rR]esources|benchmarks?|benches|smoke[-_]?tests?|acceptance|conformance",
);
const TEST_FILE =
  /(?:^|\/)(?:test|tests|e2e)[-_.][^/]*$|[-_.](?:test|tests|spec|e2e)(?:\.[^/]*)?$|(?:^|\/)test_\w+\.py$|(?:\w)(?:Test|Tests|Spec|IT)\.(?:java|kt|cs|scala)$/;
const DOCUMENTATION = folder("docs?|documentation|website|doc[-_]?site");
const DEVELOPMENT = folder(String.raw`\.devcontainer|\.vscode|\.idea|\.gitpod|\.husky`);

/**
 * Returns what a declaration is used for. The manifest's section decides, unless the path shows that the whole file is a
 * copy, test data, an example, part of the tests or documentation.
 */
export function roleOf(declaration: Declaration, ecosystemRole: Role): Role {
  const { sourceFile: path, evidence } = declaration;
  if (VENDORED.test(path)) return "vendored";
  if (isFixture(path) || TEST_DATA.test(path)) return "fixture";
  if (evidence.class === "prose") return "documentation";
  const role = declaration.role ?? ecosystemRole;
  if (role === "fixture" || role === "documentation" || role === "vendored") return role;
  if (isUnrunCi(path)) return "documentation";
  // GitHub runs workflows of any name: `demo.yml` deploys a demo.
  if (role === "ci" && WORKFLOW.test(path)) return "ci";
  if (EXAMPLE.test(path) || EXAMPLE_FILE.test(path) || TEMPLATE.test(path)) return "example";
  if (role === "ci") return "ci";
  if (TEST.test(path) || TEST_FILE.test(path) || isTestInput(path)) return "test";
  if (DEVELOPMENT.test(path)) return "dev";
  return DOCUMENTATION.test(path) ? documentationRole(declaration, role) : role;
}

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** Manifests of packages below `docs/` build the documentation. Other files there show how something is used. */
function documentationRole({ sourceLine, dependencyType }: Declaration, role: Role): Role {
  if (sourceLine > 0 && PACKAGES.test(dependencyType)) return role === "test" ? "test" : "dev";
  return role === "dev" || role === "test" ? role : "example";
}

const PACKAGES = /_package$|_module$|_gem$|_crate$|^maven_artifact$/;
