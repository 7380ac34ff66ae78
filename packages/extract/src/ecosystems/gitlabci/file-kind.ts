const YAML = /\.ya?ml$/;
const PIPELINE = /(?:^|\/)(?:\.gitlab-ci[\w.-]*|[^/]*\.gitlab-ci|gitlab-ci)\.ya?ml$/;
const COMPONENT = /^templates\/(?:(?<file>[^/]+)|(?<folder>[^/]+)\/template)\.yml$/;
/** Files whose names or folders say that another tool reads them. */
const OTHER_TOOL =
  /(?:^|\/)(?:\.github|\.circleci|\.woodpecker|\.buildkite|\.tekton)\/|(?:^|\/)(?:(?:docker-)?compose(?:[^a-z/][^/]*)?|azure-pipelines[^/]*|bitbucket-pipelines|pnpm-workspace|pnpm-lock|values|mkdocs|action|\.(?:travis|drone|cirrus|appveyor|pre-commit-config)|appveyor|cloudbuild|taskfile)\.ya?ml$/i;

/** What stands at the start of a line in a file that GitLab can include. */
const CONTENT =
  /^(?:include|stages|default|workflow|variables|\.[\w-]+)[ \t]*:|^image[ \t]*:[ \t]+\S|^[ \t]+(?:script|trigger)[ \t]*:/m;
const SPEC = /^spec[ \t]*:/m;
const SPEC_CONTENT = /^[ \t]+(?:inputs|component|include|description)[ \t]*:/m;
/** A Kubernetes manifest or the template of one. */
const MANIFEST = /^(?:apiVersion|kind)[ \t]*:|^\{\{|^[ \t]*\{\{-/m;

/** Read whatever includes it: told by the name alone. */
export const isPipeline = (path: string): boolean => PIPELINE.test(path);

/**
 * Pipelines by their name; components and what may be included by content as well. Whether one of the latter is
 * GitLab's is decided in `link`, which knows what is included.
 */
export function claims({ path, text }: { path: string; text: string }): boolean {
  if (!YAML.test(path)) return false;
  if (isPipeline(path)) return true;
  if (OTHER_TOOL.test(path) || MANIFEST.test(text)) return false;
  return CONTENT.test(text) || findComponentName(path, text) !== undefined;
}

/** `templates/build.yml` and `templates/build/template.yml` are the component `build`, if their header says `spec`. */
export function findComponentName(path: string, text: string): string | undefined {
  const { file, folder } = COMPONENT.exec(path)?.groups ?? {};
  const name = file ?? folder;
  return name !== undefined && SPEC.test(text) && SPEC_CONTENT.test(text) ? name : undefined;
}
