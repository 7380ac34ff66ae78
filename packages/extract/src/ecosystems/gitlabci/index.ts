import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { findComponentName, isPipeline, read, type GitlabFacts } from "./read.ts";

const YAML = /\.ya?ml$/;
/** Files whose name or folder belongs to another tool. */
const OTHER_TOOL =
  /(?:^|\/)(?:\.github|\.circleci|\.woodpecker|\.buildkite|\.tekton)\/|(?:^|\/)(?:(?:docker-)?compose(?:[^a-z/][^/]*)?|azure-pipelines[^/]*|bitbucket-pipelines|pnpm-workspace|pnpm-lock|values|mkdocs|action|\.(?:travis|drone|cirrus|appveyor|pre-commit-config)|appveyor|cloudbuild|taskfile)\.ya?ml$/i;

/** A file that GitLab can include has at least one of these keys. */
const CONTENT =
  /^(?:include|stages|default|workflow|variables|\.[\w-]+)[ \t]*:|^image[ \t]*:[ \t]+\S|^[ \t]+(?:script|trigger|extends)[ \t]*:/m;
/** A Kubernetes manifest or a template of one. */
const MANIFEST = /^(?:apiVersion|kind)[ \t]*:|^\{\{|^[ \t]*\{\{-/m;

/**
 * Recognizes pipelines by name, and components and includable files by content as well. `link` decides whether an
 * includable file belongs to GitLab CI, because it knows which files are included.
 */
function claims({ path, text }: { path: string; text: string }): boolean {
  if (!YAML.test(path)) return false;
  if (isPipeline(path)) return true;
  if (OTHER_TOOL.test(path) || MANIFEST.test(text)) return false;
  return CONTENT.test(text) || findComponentName(path, text) !== undefined;
}

export const gitlabci: Ecosystem<GitlabFacts> = {
  id: "gitlabci",
  interfaceFrom: "repository",
  extensions: /^ya?ml$/,
  role: "ci",
  claims,
  isGuess: (path) => !isPipeline(path),
  read,
  link,
};
