import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { findComponentName, isPipeline, read, type GitlabFacts } from "./read.ts";

const YAML = /\.ya?ml$/;
/** Files whose names or folders say that another tool reads them. */
const OTHER_TOOL =
  /(?:^|\/)(?:\.github|\.circleci|\.woodpecker|\.buildkite|\.tekton)\/|(?:^|\/)(?:(?:docker-)?compose(?:[^a-z/][^/]*)?|azure-pipelines[^/]*|bitbucket-pipelines|pnpm-workspace|pnpm-lock|values|mkdocs|action|\.(?:travis|drone|cirrus|appveyor|pre-commit-config)|appveyor|cloudbuild|taskfile)\.ya?ml$/i;

/** What stands at the start of a line in a file that GitLab can include. */
const CONTENT =
  /^(?:include|stages|default|workflow|variables|\.[\w-]+)[ \t]*:|^image[ \t]*:[ \t]+\S|^[ \t]+(?:script|trigger)[ \t]*:/m;
/** A Kubernetes manifest or the template of one. */
const MANIFEST = /^(?:apiVersion|kind)[ \t]*:|^\{\{|^[ \t]*\{\{-/m;

/**
 * Pipelines by their name; components and what may be included by content as well. Whether one of the latter is
 * GitLab's is decided in `link`, which knows what is included.
 */
function claims({ path, text }: { path: string; text: string }): boolean {
  if (!YAML.test(path)) return false;
  if (isPipeline(path)) return true;
  if (OTHER_TOOL.test(path) || MANIFEST.test(text)) return false;
  return CONTENT.test(text) || findComponentName(path, text) !== undefined;
}

export const gitlabci: Ecosystem<GitlabFacts> = { id: "gitlabci", claims, read, link };
