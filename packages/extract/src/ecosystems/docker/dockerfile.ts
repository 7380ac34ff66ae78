import { posix } from "node:path";
import { expandVariables, type Expanded } from "./expand-variables.ts";
import { emptyFacts, type DockerFacts } from "./facts.ts";
import { managerOf, type StageContent } from "./interface.ts";
import { readDockerfileLines, type Instruction, type ParserDirective } from "./instructions.ts";
import { unquote, type Word } from "./instructions.ts";
import { argumentOf, namedStages, type Argument, type Arguments } from "./names.ts";
import { createdUsers, neededUser } from "./users.ts";

/** The build arguments and stages that the next instruction can see. */
interface Scope {
  facts: DockerFacts;
  /** Values of ARGs before the first FROM. FROM sees only these, and later ARGs inherit them. */
  globals: Map<string, Argument>;
  /** The current stage, or undefined before the first FROM. */
  stage: StageScope | undefined;
  /** The current and earlier stages by lowercase name. Stages built on them inherit arguments and folder. */
  stages: Map<string, StageScope>;
}

interface StageScope {
  index: number;
  values: Map<string, Argument>;
  /** The WORKDIR. */
  folder: string;
}

/** Reads the images that a Dockerfile uses in FROM, COPY, RUN and `# syntax=`. */
export function readDockerfile(text: string): DockerFacts {
  const { directives, instructions } = readDockerfileLines(text);
  const scope: Scope = {
    facts: emptyFacts("dockerfile"),
    globals: new Map(),
    stage: undefined,
    stages: new Map(),
  };
  readSyntax(directives, scope);
  checkStart(instructions[0], scope);
  for (const instruction of instructions) readInstruction(instruction, scope);
  return scope.facts;
}

function readSyntax(directives: readonly ParserDirective[], scope: Scope): void {
  const syntax = directives.find(({ name }) => name === "syntax");
  if (syntax)
    scope.facts.uses.push({ line: syntax.line, text: syntax.value, unbound: null, rule: "docker.syntax" });
}

function checkStart(first: Instruction | undefined, scope: Scope): void {
  if (!first || first.keyword === "FROM" || first.keyword === "ARG") return;
  const message = `Expected FROM or ARG as the first instruction, not ${first.keyword.slice(0, 40)}.`;
  scope.facts.problems.push({ line: first.line, message });
}

function readInstruction(instruction: Instruction, scope: Scope): void {
  switch (instruction.keyword) {
    case "ARG":
      for (const word of instruction.words) declareArgument(unquote(word.text), word.line, scope);
      return;
    case "FROM":
      readFrom(instruction, scope);
      return;
    case "COPY":
      changeStage(scope);
      readFiles(instruction, scope);
      readOwner(instruction, scope);
      for (const flag of flagsOf(instruction, "--from=")) readCopy(flag, instruction, scope);
      return;
    case "USER":
      setUser(instruction, scope);
      return;
    case "WORKDIR":
      if (scope.stage)
        scope.stage.folder = absolutePath(instruction.words[0]?.text ?? "", scope.stage, scope);
      return;
    case "ADD":
      changeStage(scope);
      writeMore(scope);
      readOwner(instruction, scope);
      return;
    case "RUN":
      changeStage(scope);
      writeMore(scope, instruction);
      for (const flag of flagsOf(instruction, "--mount=")) readMount(flag, scope);
      return;
    default:
  }
}

/** An ARG without a default inherits the global value, if any. */
function declareArgument(text: string, line: number, scope: Scope): void {
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const target = valuesOf(scope);
  const written = text.slice(equals + 1);
  const value =
    equals === -1
      ? scope.globals.get(name)
      : { ...expand(written, target), line: argumentOf(written, target)?.line ?? line };
  if (value) target.set(name, value);
}

function readFrom(instruction: Instruction, scope: Scope): void {
  const [image, as, name] = instruction.words.filter((word) => !word.text.startsWith("--"));
  if (!image) {
    scope.facts.problems.push({ line: instruction.line, message: "FROM has no image." });
    return;
  }
  const base = expand(unquote(image.text), scope.globals);
  const [inherited, ...others] = namedStages(base, scope.stages);
  const stageName = name && as?.text.toLowerCase() === "as" ? name.text.toLowerCase() : null;
  const { stages } = scope.facts;
  const isNamed = !/^[^:@]*\$/.test(unquote(image.text));
  const content: StageContent = {
    line: instruction.line,
    image: inherited === undefined && isNamed ? base.text : null,
    user: null,
    createdUsers: [],
    neededUsers: [],
    managers: [],
    files: [],
    writesMore: false,
  };
  stages.push({
    name: stageName,
    base: inherited?.index ?? null,
    ...(others.length > 0 && { otherBases: others.map(({ index }) => index) }),
    copies: [],
    mounts: [],
    isAlias: true,
    content,
  });
  if (!inherited) {
    const named = base.unbound === null ? argumentOf(unquote(image.text), scope.globals) : undefined;
    use(named?.line ?? image.line, base, "docker.from", scope);
  }
  scope.stage = {
    index: stages.length - 1,
    values: new Map(inherited?.values),
    folder: inherited?.folder ?? "/",
  };
  if (stageName !== null) scope.stages.set(stageName, scope.stage);
}

/** A stage with an instruction that writes files is more than another name of its base. */
function changeStage(scope: Scope): void {
  const stage = scope.facts.stages.at(-1);
  if (stage) stage.isAlias = false;
}

const contentOf = ({ facts }: Scope): StageContent | undefined => facts.stages.at(-1)?.content;

function setUser(instruction: Instruction, scope: Scope): void {
  const content = contentOf(scope);
  const [user] = instruction.words;
  if (!content || !user) return;
  const expandText = (text: string): string => expand(text, valuesOf(scope)).text;
  const name = expandText(unquote(user.text)).split(":", 1)[0] ?? "";
  content.user = { name, line: instruction.line };
  content.neededUsers.push(...neededUser(user, expandText));
}

/** `COPY --chown=user` */
function readOwner(instruction: Instruction, scope: Scope): void {
  for (const flag of flagsOf(instruction, "--chown="))
    contentOf(scope)?.neededUsers.push(...neededUser(flag, (text) => expand(text, valuesOf(scope)).text));
}

function writeMore(scope: Scope, run?: Instruction): void {
  const content = contentOf(scope);
  if (!content) return;
  content.writesMore = true;
  const manager = run && managerOf(run, content.user);
  if (manager) content.managers.push(manager);
  if (run) content.createdUsers.push(...createdUsers(run, (text) => expand(text, valuesOf(scope)).text));
}

/** `COPY /a /b /target/` */
function readFiles({ words, line }: Instruction, scope: Scope): void {
  const content = contentOf(scope);
  if (!content || !scope.stage) return;
  const paths = words.filter(({ text }) => !text.startsWith("--")).map(({ text }) => text);
  const target = absolutePath(paths.pop() ?? "", scope.stage, scope);
  content.files.push({
    target,
    sources: paths.map((path) => withoutBrackets(unquote(path))),
    line,
    isLocal: !words.some(({ text }) => text.startsWith("--from=")),
  });
}

/** `type=bind,from=image,source=/x` */
function readMount(flag: Word, scope: Scope): void {
  const from = flag.text.split(",").find((field) => field.startsWith("from="));
  if (from !== undefined) readMountSource({ text: from.slice("from=".length), line: flag.line }, scope);
}

function readMountSource(source: Word, scope: Scope): void {
  const indexes = readSource(source, "docker.run_mount", scope);
  scope.facts.stages.at(-1)?.mounts.push(...indexes);
}

/** A source is an image unless it is the number of a stage, or the name of one or, with a variable, several. */
function readSource(source: Word, rule: string, scope: Scope): number[] {
  const image = expand(source.text, valuesOf(scope));
  if (image.text === "") return [];
  const indexes = /^\d+$/.test(image.text)
    ? [Number(image.text)]
    : namedStages(image, scope.stages).map(({ index }) => index);
  if (indexes.length === 0) use(source.line, image, rule, scope);
  return indexes;
}

/** `COPY --from=image /a /b /target/` */
function readCopy(flag: Word, { words }: Instruction, scope: Scope): void {
  const indexes = readSource(flag, "docker.copy_from", scope);
  const stage = scope.facts.stages.at(-1);
  if (!stage || !scope.stage) return;
  const paths = words.filter(({ text }) => !text.startsWith("--")).map(({ text }) => text);
  const target = absolutePath(paths.pop() ?? "", scope.stage, scope);
  const sources = paths.map((path) => absolutePath(path, { folder: "/" }, scope));
  for (const from of indexes.length === 0 ? [null] : indexes)
    stage.copies.push({ from, line: flag.line, sources, target });
}

/** A regular expression would search a long row of commas again from each of them. */
function withoutBrackets(word: string): string {
  let end = word.length;
  while ("],".includes(word[end - 1] ?? " ")) end -= 1;
  return word.slice(word.startsWith("[") ? 1 : 0, end);
}

/** Keeps the slash at the end of a folder. The form of a list (`["a", "b"]`) is read as words. */
function absolutePath(written: string, { folder }: Pick<StageScope, "folder">, scope: Scope): string {
  const { text } = expand(withoutBrackets(unquote(written)), valuesOf(scope));
  const path = posix.resolve("/", folder, text);
  return /(?:^|\/)\.?$/.test(text) && path !== "/" ? `${path}/` : path;
}

function use(line: number, image: Expanded, rule: string, scope: Scope): void {
  const { stages, uses } = scope.facts;
  const stage = stages.length === 0 ? {} : { stage: stages.length - 1 };
  if (image.text !== "scratch") uses.push({ line, ...image, rule, ...stage });
}

/** Returns the values of a repeatable flag. Flags precede all other words. */
function flagsOf(instruction: Instruction, prefix: string): Word[] {
  const end = instruction.words.findIndex((word) => !word.text.startsWith("--"));
  const flags = end === -1 ? instruction.words : instruction.words.slice(0, end);
  return flags.flatMap((flag) => {
    const text = unquote(flag.text);
    return text.startsWith(prefix) ? [{ text: text.slice(prefix.length), line: flag.line }] : [];
  });
}

const valuesOf = ({ stage, globals }: Scope): Map<string, Argument> => stage?.values ?? globals;

const expand = (text: string, values: Arguments): Expanded =>
  expandVariables(text, (name) => values.get(name));
