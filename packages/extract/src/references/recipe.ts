/** `lint:` and `$(BIN)/lint: deps`, but not `X := 1` and `.PHONY: lint`. */
const TARGET = /^(?!\.PHONY\b|export\b)(?<target>[^\s#:=][^:=#]*):{1,2}(?!=)/;
/** Lines that do not end a recipe: commands, empty lines, comments and conditions. */
const WITHIN = /^(?:\t|\s*(?:#|$)|\s*(?:ifn?(?:eq|def)|else|endif)\b)/;

/** Returns the target of the recipe that each line of a Makefile is in. Lines outside of recipes have none. */
export function recipeTargets(text: string): (string | undefined)[] {
  let target: string | undefined;
  let isContinued = false;
  return text.split("\n").map((line) => {
    if (!isContinued && !WITHIN.test(line)) target = TARGET.exec(line)?.groups?.["target"];
    isContinued = line.trimEnd().endsWith("\\");
    return target;
  });
}
