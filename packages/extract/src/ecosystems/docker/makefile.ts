import { emptyFacts, type DockerFacts, type MakeFacts } from "./facts.ts";
import { pushesCompose } from "./push-commands.ts";

const ASSIGNMENT = /^(?:export +)?(?<name>[A-Za-z_]\w*)[ \t]*[:?]{0,3}=[ \t]*(?<value>[^#]*)/;
const PUSH = /\b(?:docker|podman)\b[^\n]*\bpush\b/;

/** The variables of a Makefile and the recipes that push images. Conditions are not judged: every branch counts. */
export function readMakefile(text: string): DockerFacts {
  const make: MakeFacts = { variables: {}, recipes: [] };
  let recipe: { line: number; script: string } | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.startsWith("\t")) {
      if (recipe) recipe.script += `\n${shellForm(line)}`;
      else recipe = { line: index + 1, script: shellForm(line) };
      continue;
    }
    keep(recipe, make);
    recipe = undefined;
    const { name, value = "" } = ASSIGNMENT.exec(line)?.groups ?? {};
    if (name !== undefined) make.variables[name] ??= shellForm(value.trim());
  }
  keep(recipe, make);
  return { ...emptyFacts("makefile"), make, pushesCompose: pushesCompose(text) };
}

function keep(recipe: MakeFacts["recipes"][number] | undefined, make: MakeFacts): void {
  if (recipe && PUSH.test(recipe.script)) make.recipes.push(recipe);
}

/** `$(X)` is `${X}`, `$$x` is the shell's own `$x`; `@` and `-` before a command are make's. */
const shellForm = (text: string): string =>
  text
    .replace(/^\s*[@+-]+/, "")
    .replace(/\$\((\w+)\)/g, "${$1}")
    .replaceAll("$$", "$");
