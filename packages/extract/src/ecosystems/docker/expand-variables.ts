/** An interpolated text. `unbound` is the first variable without a value, which stays as written. */
export interface Expanded {
  text: string;
  unbound: string | null;
}

export type Binding = (name: string) => Expanded | undefined;

/** Bounds values that double with every definition. */
const MAX_LENGTH = 1024;
const VARIABLE = /\$(?:(?<escaped>\$)|(?<name>[a-z_]\w*)|\{(?<braced>[a-z_]\w*)(?<operator>:?[-+?}]?))/iy;

/**
 * Interpolates `$X`, `${X}`, `${X:-default}` and `${X:+alternative}`, also nested, like Dockerfiles, compose files and
 * shells. Other operators (`${X%.*}`) leave the variable unbound.
 */
export function expandVariables(text: string, valueOf: Binding): Expanded {
  if (text.length > MAX_LENGTH) return { text, unbound: null };
  let output = "";
  let unbound: string | null = null;
  for (let position = 0; position < text.length && output.length <= MAX_LENGTH;) {
    const variable = readVariable(text, position);
    const expanded = variable && expandVariable(variable, valueOf);
    output += expanded?.text ?? text.charAt(position);
    unbound ??= expanded?.unbound ?? null;
    position = variable?.end ?? position + 1;
  }
  return { text: output, unbound };
}

interface Variable {
  written: string;
  /** Empty for an escaped dollar. */
  name: string;
  operator: string;
  operand: string;
  /** The position after the variable. */
  end: number;
}

function readVariable(text: string, start: number): Variable | undefined {
  VARIABLE.lastIndex = start;
  const match = VARIABLE.exec(text);
  if (!match) return undefined;
  const { name = match.groups?.["braced"] ?? "", operator } = match.groups ?? {};
  const head = start + match[0].length;
  const isWhole = operator === undefined || operator === "}";
  const close = isWhole ? head - 1 : closingBrace(text, head);
  return {
    written: text.slice(start, close + 1),
    name,
    operator: operator ?? "}",
    operand: isWhole ? "" : text.slice(head, close),
    end: close + 1,
  };
}

/** Returns the position of the brace that closes the one before `start`, or the end of the text. */
function closingBrace(text: string, start: number): number {
  let depth = 1;
  for (let position = start; position < text.length; position += 1) {
    if (text.startsWith("${", position)) depth += 1;
    else if (text[position] === "}") depth -= 1;
    if (depth === 0) return position;
  }
  return text.length;
}

function expandVariable(variable: Variable, valueOf: Binding): Expanded {
  if (variable.name === "") return { text: "$", unbound: null };
  const value = valueOf(variable.name);
  const present = variable.operator.startsWith(":") && value?.text === "" ? undefined : value;
  switch (variable.operator) {
    case ":-":
    case "-":
      return present ?? expandVariables(variable.operand, valueOf);
    case ":+":
    case "+":
      return present ? expandVariables(variable.operand, valueOf) : { text: "", unbound: null };
    case ":?":
    case "?":
    case "}":
      return present ?? { text: variable.written, unbound: variable.name };
    default:
      return { text: variable.written, unbound: variable.name };
  }
}

const EXPRESSION = /\$\{\{(?<body>[^{}]*)\}\}/g;

/** Interpolates `${{ x }}`. Unbound expressions stay, without blanks around them. */
export function bindExpressions(text: string, valueOf: (expression: string) => string | undefined): string {
  return text.replace(EXPRESSION, (_, body: string) => {
    const expression = body.trim();
    return valueOf(expression) ?? `\${{${expression}}}`;
  });
}

const CONDITION =
  /\$\{\{[^{}']{0,200}(?:'[^{}']{0,200}'[^{}']{0,200}){0,4}&& ?(?:'(?<then>[\w./:-]{0,200})'|(?<thenName>[\w.-]{1,200})) ?\|\| ?(?:'(?<otherwise>[\w./:-]{0,200})'|(?<otherName>[\w.-]{1,200}))\}\}/;
/** Bounds the texts of several conditions. */
const MAX_CHOICES = 16;

/**
 * Returns the texts that `${{ condition && 'a' || 'b' }}` can become. A choice that is not a literal stays an expression,
 * which may be known later: `${{ condition && 'a' || github.repository_owner }}`.
 */
export function choicesOf(text: string): string[] {
  const done: string[] = [];
  const open = [text];
  for (let each = open.pop(); each !== undefined && done.length < MAX_CHOICES; each = open.pop()) {
    const condition = CONDITION.exec(each);
    if (!condition) {
      done.push(each);
      continue;
    }
    const { then, thenName = "", otherwise, otherName = "" } = condition.groups ?? {};
    const [before, after] = [
      each.slice(0, condition.index),
      each.slice(condition.index + condition[0].length),
    ];
    const choices = [then ?? `\${{${thenName}}}`, otherwise ?? `\${{${otherName}}}`];
    open.push(...choices.toReversed().map((choice) => before + choice + after));
  }
  return done;
}

/** Interpolates `github` expressions that only depend on the repository. */
export function bindRepository(text: string, fullPath: string): string {
  const slash = fullPath.indexOf("/");
  const values = new Map([
    ["github.repository", fullPath],
    ["github.repository_owner", fullPath.slice(0, slash)],
    ["github.event.repository.name", fullPath.slice(slash + 1)],
  ]);
  return bindExpressions(text, (expression) => values.get(expression));
}
