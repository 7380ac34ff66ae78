import { isChartpress, readChartpress, type PressedChart } from "../../chartpress.ts";
import type { SourceFile } from "../../source-file.ts";
import { bindRepository } from "../docker/expand-variables.ts";
import { commandLines, simpleCommand } from "../docker/script.ts";

/** A chart that a command or an action publishes. */
export interface ChartPush {
  /** The URL of the repository or registry, or the local name of a repository. */
  target: string;
  /** The chart's name, or null for all charts of the repository. */
  chart: string | null;
  line: number;
}

/** The chart repositories that a file of commands names, and the charts that it publishes. */
export interface ChartCommands {
  pushes: ChartPush[];
  repositories: { name: string; url: string; line: number }[];
}

const COMMAND_FILE =
  /\.(?:sh|bash|mk)$|(?:^|\/)(?:gnu)?makefile(?:\.[\w-]+)?$|^\.github\/(?:workflows|actions)\/.+\.ya?ml$|^\.circleci\/config\.ya?ml$|^\.gitlab-ci\.ya?ml$|^\.travis\.ya?ml$|(?:^|\/)(?:[tT]askfile\.ya?ml|\.?[jJ]ustfile|action\.ya?ml)$|(?:^|\/)scripts?\/[^/.]+$/i;
const CHART_TESTING = /(?:^|\/)\.?(?:ct|chart-testing)(?:[-_.][\w-]+)?\.ya?ml$/;
const CHART_COMMAND = /\bhelm[ \t]+(?:push|cm-push|repo[ \t]+add)\b|helm-gh-pages@|helm-oci-chart-releaser@/;

/** Whether a file has commands that publish charts or name chart repositories. */
export function hasChartCommands({ path, text }: { path: string; text: string }): boolean {
  if (CHART_TESTING.test(path)) return text.includes("chart-repos");
  if (isChartpress(path)) return true;
  return COMMAND_FILE.test(path) && text.includes("helm") && CHART_COMMAND.test(text);
}

/** Reads the commands of a script, a Makefile, a workflow or a configuration of chart-testing or chartpress. */
export function readChartCommands(file: SourceFile): ChartCommands {
  const { path, text } = file;
  if (CHART_TESTING.test(path)) return { pushes: [], repositories: chartTestingRepositories(text) };
  if (isChartpress(path)) return { pushes: readChartpress(file).flatMap(pressed), repositories: [] };
  const lines = text.split(/\r?\n/);
  const found: ChartCommands = { pushes: actionPushes(lines), repositories: [] };
  for (const { words, index, expand } of commandLines(lines.map(toShell).join("\n"), variablesOf(lines))) {
    const { words: command } = simpleCommand(words);
    if (!/(?:^|\/|\})helm$/i.test(command[0] ?? "")) continue;
    const args = positional(command.slice(1)).map(expand);
    found.pushes.push(...pushBy(args, index + 1));
    const [verb, action, name = "", url = ""] = args;
    if (verb === "repo" && action === "add" && isUrl(url))
      found.repositories.push({ name, url, line: index + 1 });
    if (found.pushes.length + found.repositories.length > MAX_FOUND) break;
  }
  const urls = new Map(found.repositories.map(({ name, url }) => [name, url]));
  return {
    ...found,
    pushes: found.pushes.map((push) => ({ ...push, target: urls.get(push.target) ?? push.target })),
  };
}

const pressed = ({ name, line, published }: PressedChart): ChartPush[] =>
  published === null ? [] : [{ target: published, chart: name, line }];

/** Bounds the commands of one file. */
const MAX_FOUND = 200;

const isUrl = (text: string): boolean => /^(?:https?|oci|s3|gs|cm):\/\/[\w.-]/.test(text);

/** What precedes a command: a list item or a key of YAML, the prefixes of make. */
const PREFIX = /^\s*(?:-\s+)?(?:(?:run|script|command|cmd|sh)\s*:\s*[|>]?[+-]?\s*)?[@+]?/;

const toShell = (line: string): string =>
  line
    .replace(PREFIX, "")
    .replace(/\$\((\w+)\)/g, "${$1}")
    .replace(/\$\{\{\s*env\.(\w+)\s*\}\}/g, "${$1}")
    .replace(/\$\{\{\s*([\w.]+)\s*\}\}/g, "${{$1}}");

const ASSIGNMENT =
  /^\s*(?:-\s+)?(?:export\s+)?(?<name>[A-Z][A-Z\d_]*)\s*(?::|[:?]?=)\s*["']?(?<value>[^"'#\s]*)["']?\s*$/;

/** Returns the first value of each variable that a line assigns. */
function variablesOf(lines: readonly string[]): Map<string, string> {
  const values = new Map([
    ["GITHUB_REPOSITORY", "${{github.repository}}"],
    ["GITHUB_REPOSITORY_OWNER", "${{github.repository_owner}}"],
  ]);
  for (const line of lines) {
    const { name, value = "" } = ASSIGNMENT.exec(line)?.groups ?? {};
    if (name !== undefined && value !== "" && !values.has(name)) values.set(name, toShell(value));
  }
  return values;
}

/** Options of helm with a value. */
const VALUED =
  /^--(?:username|password|ca-file|cert-file|key-file|version|app-version|registry-config|repository-config|context-path)$|^-[uv]$/;

const positional = (args: readonly string[]): string[] =>
  args.filter((arg, index) => !arg.startsWith("-") && !VALUED.test(args[index - 1] ?? ""));

/** The name of a packaged chart: `shop` of `dist/shop-1.2.0.tgz` and `shop-*.tgz`. */
const PACKAGE = /(?:^|\/)(?<name>[a-z][\w-]*?)-(?:v?\d|[$*{])[^/]*$/;

function pushBy([verb, source = "", target = ""]: readonly string[], line: number): ChartPush[] {
  if ((verb !== "push" && verb !== "cm-push") || target === "") return [];
  const folder = /^(?:\.\/)?(?:[\w-]+\/)*(?<name>[a-z][\w-]*)\/?$/.exec(source)?.groups?.["name"];
  const chart =
    PACKAGE.exec(source)?.groups?.["name"] ?? (source.endsWith(".tgz") ? undefined : folder) ?? null;
  return [{ target, chart, line }];
}

/** Bounds the inputs of an action. */
const MAX_INPUTS = 15;

/** Reads actions that publish charts to another repository's pages, or to a registry. */
function actionPushes(lines: readonly string[]): ChartPush[] {
  return lines.flatMap((line, index) => {
    const action = /uses:\s*(?<name>[\w.-]+\/(?:helm-gh-pages|helm-oci-chart-releaser))@/.exec(line)
      ?.groups?.["name"];
    if (action === undefined) return [];
    const inputs = new Map<string, string>();
    for (const input of lines.slice(index + 1, index + 1 + MAX_INPUTS)) {
      if (/^\s*-\s/.test(input)) break;
      const { key, value = "" } = /^\s+(?<key>\w+):\s*["']?(?<value>[^"'#\s]+)/.exec(input)?.groups ?? {};
      if (key !== undefined) inputs.set(key, value);
    }
    return action.endsWith("helm-gh-pages") ? pagesPush(inputs, index + 1) : registryPush(inputs, index + 1);
  });
}

function pagesPush(inputs: ReadonlyMap<string, string>, line: number): ChartPush[] {
  const [owner, repository] = [
    inputs.get("owner") ?? "${{github.repository_owner}}",
    inputs.get("repository"),
  ];
  const target =
    inputs.get("charts_url") ?? (repository === undefined ? "" : `https://${owner}.github.io/${repository}`);
  return target === "" ? [] : [{ target, chart: null, line }];
}

function registryPush(inputs: ReadonlyMap<string, string>, line: number): ChartPush[] {
  const [registry, repository] = [inputs.get("registry"), inputs.get("repository")];
  if (registry === undefined || repository === undefined) return [];
  const chart = inputs.get("name") ?? null;
  return [{ target: `oci://${registry}/${repository}`, chart: chart?.includes("{") ? null : chart, line }];
}

/** Reads `chart-repos: [name=url]` of chart-testing. */
function chartTestingRepositories(text: string): ChartCommands["repositories"] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const { name, url } =
      /(?:^\s*-|\[|,)\s*["']?(?<name>[\w.-]+)=(?<url>(?:https?|oci):\/\/[^\s"',\]]+)/.exec(line)?.groups ??
      {};
    return name === undefined || url === undefined ? [] : [{ name, url, line: index + 1 }];
  });
}

/** Returns the location of the charts of a push, or undefined if it contains variables. */
export function locationOfPush({ target }: ChartPush, fullPath: string): string | undefined {
  const bound = bindRepository(target, fullPath)
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, "");
  const location = isUrl(bound) ? bound.replace(/^\w+:\/\//, "") : undefined;
  return location === undefined || /[$<>{}()*\s]|^localhost|^127\./.test(location) ? undefined : location;
}
