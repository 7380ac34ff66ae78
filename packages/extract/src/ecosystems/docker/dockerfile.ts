import { expandVariables, type Expanded } from "./expand-variables.ts";
import { emptyFacts, type DockerFacts } from "./facts.ts";
import { readDockerfileLines, type Instruction, type ParserDirective } from "./instructions.ts";
import { unquote, type Word } from "./instructions.ts";

type Arguments = ReadonlyMap<string, Expanded>;

/** The build arguments and stages that the next instruction can see. */
interface Scope {
  facts: DockerFacts;
  /** Values of ARGs before the first FROM. FROM sees only these, and later ARGs inherit them. */
  globals: Map<string, Expanded>;
  /** Values of the current stage, or undefined before the first FROM. */
  stage: Map<string, Expanded> | undefined;
  /** Earlier stages by lowercase name. Stages built on them inherit their arguments. */
  stages: Map<string, { index: number; values: Arguments }>;
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
      for (const word of instruction.words) declareArgument(unquote(word.text), scope);
      return;
    case "FROM":
      readFrom(instruction, scope);
      return;
    case "COPY":
      changeStage(scope);
      for (const flag of flagsOf(instruction, "--from=")) readSource(flag, "docker.copy_from", scope);
      return;
    case "ADD":
      changeStage(scope);
      return;
    case "RUN":
      changeStage(scope);
      for (const flag of flagsOf(instruction, "--mount=")) readMount(flag, scope);
      return;
    default:
  }
}

/** An ARG without a default inherits the global value, if any. */
function declareArgument(text: string, scope: Scope): void {
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const target = scope.stage ?? scope.globals;
  const value = equals === -1 ? scope.globals.get(name) : expand(text.slice(equals + 1), target);
  if (value) target.set(name, value);
}

function readFrom(instruction: Instruction, scope: Scope): void {
  const [image, as, name] = instruction.words.filter((word) => !word.text.startsWith("--"));
  if (!image) {
    scope.facts.problems.push({ line: instruction.line, message: "FROM has no image." });
    return;
  }
  const base = expand(unquote(image.text), scope.globals);
  const inherited = scope.stages.get(base.text.toLowerCase());
  const stageName = name && as?.text.toLowerCase() === "as" ? name.text.toLowerCase() : null;
  const { stages } = scope.facts;
  stages.push({ name: stageName, base: inherited?.index ?? null, copies: [], mounts: [], isAlias: true });
  if (!inherited) use(image.line, base, "docker.from", scope);
  scope.stage = new Map(inherited?.values);
  if (stageName !== null) scope.stages.set(stageName, { index: stages.length - 1, values: scope.stage });
}

/** A stage with an instruction that writes files is more than another name of its base. */
function changeStage(scope: Scope): void {
  const stage = scope.facts.stages.at(-1);
  if (stage) stage.isAlias = false;
}

/** `type=bind,from=image,source=/x` */
function readMount(flag: Word, scope: Scope): void {
  const from = flag.text.split(",").find((field) => field.startsWith("from="));
  if (from !== undefined)
    readSource({ text: from.slice("from=".length), line: flag.line }, "docker.run_mount", scope);
}

/** A source is an image unless it is the name or number of a stage. */
function readSource(source: Word, rule: string, scope: Scope): void {
  const image = expand(source.text, scope.stage ?? scope.globals);
  if (image.text === "") return;
  const index = /^\d+$/.test(image.text)
    ? Number(image.text)
    : scope.stages.get(image.text.toLowerCase())?.index;
  if (index === undefined) use(source.line, image, rule, scope);
  else scope.facts.stages.at(-1)?.[rule === "docker.run_mount" ? "mounts" : "copies"].push(index);
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

const expand = (text: string, values: Arguments): Expanded =>
  expandVariables(text, (name) => values.get(name));
