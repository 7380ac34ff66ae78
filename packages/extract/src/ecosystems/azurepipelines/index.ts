import { rootKeys } from "../../document/first-look.ts";
import type { Ecosystem } from "../../ecosystem.ts";
import { linkAzureFiles } from "./link.ts";
import { readAzureFile, type AzureFacts, type FileKind } from "./read.ts";

const YAML = /\.ya?ml$/;
const PIPELINE =
  /(?:^|\/)(?:azure-?pipelines?[^/]*|\.vsts-ci)\.ya?ml$|(?:^|\/)\.?azure-?(?:devops|pipelines?)\/.+\.ya?ml$/i;
/** Files whose name or folder belongs to another tool. */
const OTHER_TOOL =
  /(?:^|\/)(?:\.github|\.circleci|\.gitlab|\.woodpecker|\.buildkite|\.tekton)\/|(?:^|\/)(?:(?:docker-)?compose[^/]*|\.gitlab-ci[^/]*|bitbucket-pipelines|pnpm-[^/]*|values|mkdocs|action|taskfile[^/]*|\.[^/]*)\.ya?ml$/i;
/** Keys of Kubernetes, GitHub Actions and GitLab CI, and templates that render YAML. */
const NO_PIPELINE =
  /^(?:apiVersion|kind|["']?on["']?|include|default|workflow|before_script)[ \t]*:|^[ \t]+runs-on[ \t]*:|^[ \t]*(?:\{\{|\{%)/m;

/** A top-level key of a pipeline or a template. */
const PIPELINE_KEYS = ["steps", "jobs", "stages", "variables", "extends", "resources"];
/**
 * Content specific to Azure Pipelines: a task with a version, a template of another repository, a step such as `pwsh`, a
 * displayed name, or an expression that reads a parameter.
 */
const CONTENT =
  /^[ \t]*(?:-[ \t]+)?(?:task[ \t]*:[ \t]*["']?[\w.-]+@\d|template[ \t]*:[ \t]*["']?[^\s"'@]+@[\w-]|vmImage[ \t]*:|-[ \t]+repository[ \t]*:)|^[ \t]+displayName[ \t]*:|\$\{\{[ \t]*parameters[.[]|^[ \t]*-[ \t]+(?:(?:powershell|pwsh|bash)[ \t]*:|checkout[ \t]*:[ \t]*\w|template[ \t]*:[ \t]*\S+\.ya?ml|\$\{\{)/m;

/** Other tools with parameters at the top level have maps of them. */
const PARAMETER_LIST =
  /^parameters[ \t]*:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n){0,20}[ \t]*-[ \t]+name[ \t]*:/m;

const TASK = /(?:^|\/)task\.json$/;
const TASK_TEXT = /"(?:instanceNameFormat|execution|prejobexecution)"\s*:/;

/** Recognizes a pipeline or template by its path, else by its content, and a task manifest by both. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  if (TASK.test(path)) return TASK_TEXT.test(text) ? "task" : undefined;
  if (!YAML.test(path)) return undefined;
  if (PIPELINE.test(path)) return "pipeline";
  const keys = rootKeys(text);
  if (OTHER_TOOL.test(path) || !PIPELINE_KEYS.some((key) => keys.has(key)) || NO_PIPELINE.test(text))
    return undefined;
  return CONTENT.test(text) || PARAMETER_LIST.test(text) ? "pipeline" : undefined;
}

export const azurepipelines: Ecosystem<AzureFacts> = {
  id: "azurepipelines",
  interfaceFrom: "repository",
  extensions: /^(?:ya?ml|json)$/,
  role: "ci",
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => readAzureFile(file, findFileKind(file)),
  link: linkAzureFiles,
};
