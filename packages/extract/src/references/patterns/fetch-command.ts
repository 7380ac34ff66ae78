import type { Bindings } from "../placeholder.ts";
import { commandPattern, readWords, type Command, type Fetched } from "./command.ts";
import { readGit, readPackageUrl, readUrls } from "./url-command.ts";
import { readGithub } from "./github-command.ts";
import { readGo } from "./go-command.ts";
import { readHelm } from "./helm-command.ts";
import { readBuild, readImages } from "./image-command.ts";

interface FetchCommand {
  /** Source of a pattern for the command up to its arguments. */
  verb: string;
  read: (command: Command) => Partial<Fetched>;
}

/** Options between `git` and its subcommand: `-C folder`, `-c name="a value"`, `--no-pager`. */
const GIT_OPTION = String.raw`(?: +-[Cc] +[^\s"']{0,200}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')?| +-[Pp]| +--[a-z-]{2,30}(?:=\S{1,200})?)`;

const COMMANDS: Record<string, FetchCommand> = {
  git: {
    verb: String.raw`(?:git|\$\(GIT\))${GIT_OPTION}{0,5} +(?:clone|fetch|pull|ls-remote|submodule +add|remote +(?:add|set-url)|subtree +(?:add|pull))`,
    read: readGit,
  },
  image: {
    verb: String.raw`(?:docker|podman|nerdctl) +(?:(?:container|image) +)?(?:pull|run|create)|buildah +(?:from|pull)|crane +(?:config|copy|cp|digest|export|manifest|pull)|skopeo +(?:copy|inspect|sync)`,
    read: readImages,
  },
  go: { verb: "go +(?:install|get|run)", read: readGo },
  helm: {
    verb: String.raw`helm +(?:repo +add|install|upgrade|pull|fetch|template|show +\w+)`,
    read: readHelm,
  },
  github: {
    verb: String.raw`gh +(?:repo +clone|release +(?:download|view|list)|extension +install|api)`,
    read: readGithub,
  },
  package: {
    verb: "(?:ansible-galaxy +(?:(?:role|collection) +)?install|helm +plugin +install)",
    read: readPackageUrl,
  },
  build: { verb: "(?:docker|podman|nerdctl) +(?:buildx +)?build", read: readBuild },
  url: {
    verb: "(?:curl|wget|kubectl +(?:apply|create|replace)|kustomize +build|(?:terraform|tofu) +init)",
    read: readUrls,
  },
};

/**
 * A program of `COMMANDS` and white space, by its last letter. From their first letters, a search takes twice as long, because most letters
 * start one, and a search for `COMMAND` takes six times as long.
 */
const PROGRAM =
  /(?:t(?<=(git|wget))|\)(?<=(\$\(GIT\)))|r(?<=(docker))|n(?<=(podman))|l(?<=(nerdctl|curl|kubectl))|h(?<=(buildah|gh))|e(?<=(crane|kustomize))|o(?<=(skopeo|go))|m(?<=(helm|terraform))|y(?<=(ansible-galaxy))|u(?<=(tofu)))[ \t]/g;
const COMMAND = commandPattern(Object.entries(COMMANDS).map(([name, { verb }]) => [name, verb]));

/** Reads every fetch command of a text in one pass. Arguments of a command are not searched for other commands. */
export function readFetchCommands(text: string, bindings: () => Bindings): Fetched {
  const fetched: Fetched = { sightings: [], hints: [], builtImages: [], variableHints: [] };
  PROGRAM.lastIndex = 0;
  let readTo = 0;
  for (let program = PROGRAM.exec(text); program; program = PROGRAM.exec(text)) {
    const [, ...names] = program;
    const start = program.index + 1 - (names.find((name) => name !== undefined) ?? "").length;
    if (start < readTo) continue;
    COMMAND.lastIndex = start;
    const match = COMMAND.exec(text);
    if (!match) continue;
    const [name = "", verb = ""] = Object.entries(match.groups ?? {}).find(([, found]) => found) ?? [];
    const { words, end } = readWords(text, COMMAND.lastIndex);
    const found = COMMANDS[name]?.read({ text, offset: match.index, verb, words, bindings });
    fetched.sightings.push(...(found?.sightings ?? []));
    fetched.hints.push(...(found?.hints ?? []));
    fetched.builtImages.push(...(found?.builtImages ?? []));
    fetched.variableHints.push(...(found?.variableHints ?? []));
    PROGRAM.lastIndex = readTo = end;
  }
  return fetched;
}
