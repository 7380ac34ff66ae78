import type { Ecosystem } from "../../ecosystem.ts";
import { linkAzureFiles } from "./link.ts";
import { readAzureFile, type AzureFacts, type FileKind } from "./read.ts";

const YAML = /\.ya?ml$/;
const PIPELINE =
  /(?:^|\/)(?:azure-?pipelines?[^/]*|\.vsts-ci)\.ya?ml$|(?:^|\/)\.?azure-?(?:devops|pipelines?)\/.+\.ya?ml$/i;
/** Files whose names or folders say that another tool reads them. */
const OTHER_TOOL =
  /(?:^|\/)(?:\.github|\.circleci|\.gitlab|\.woodpecker|\.buildkite|\.tekton)\/|(?:^|\/)(?:(?:docker-)?compose[^/]*|\.gitlab-ci[^/]*|bitbucket-pipelines|pnpm-[^/]*|values|mkdocs|action|taskfile[^/]*|\.[^/]*)\.ya?ml$/i;
/** What only Kubernetes, GitHub or GitLab reads, or a text that has yet to become YAML. */
const NO_PIPELINE =
  /^(?:apiVersion|kind|["']?on["']?|include|default|workflow|before_script)[ \t]*:|^[ \t]+runs-on[ \t]*:|^[ \t]*(?:\{\{|\{%)/m;

/** What a pipeline or a template has at the start of a line. */
const PIPELINE_KEY = /^(?:steps|jobs|stages|variables|extends|resources)[ \t]*:/m;
/** What only Azure Pipelines reads: a task with its version, a template of another repository, a step of its own. */
const CONTENT =
  /^[ \t]*(?:-[ \t]+)?(?:task[ \t]*:[ \t]*["']?[\w.-]+@\d|template[ \t]*:[ \t]*["']?[^\s"'@]+@[\w-]|vmImage[ \t]*:|-[ \t]+repository[ \t]*:)|^[ \t]*-[ \t]+(?:(?:powershell|pwsh)[ \t]*:|checkout[ \t]*:[ \t]*\w|template[ \t]*:[ \t]*\S+\.ya?ml|\$\{\{)/m;

const TASK = /(?:^|\/)task\.json$/;
const TASK_TEXT = /"(?:instanceNameFormat|execution|prejobexecution)"\s*:/;

/** A pipeline or template is told by its path, else by its text; the manifest of a task by both. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  if (TASK.test(path)) return TASK_TEXT.test(text) ? "task" : undefined;
  if (!YAML.test(path)) return undefined;
  if (PIPELINE.test(path)) return "pipeline";
  if (OTHER_TOOL.test(path) || !PIPELINE_KEY.test(text) || NO_PIPELINE.test(text)) return undefined;
  return CONTENT.test(text) ? "pipeline" : undefined;
}

export const azurepipelines: Ecosystem<AzureFacts> = {
  id: "azurepipelines",
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => readAzureFile(file, findFileKind(file)),
  link: linkAzureFiles,
};
