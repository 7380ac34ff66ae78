/** A text after substitution; `unbound` is the first variable that had no value and stays as written. */
export interface Expanded {
  text: string;
  unbound: string | null;
}

export type Binding = (name: string) => Expanded | undefined;

/** Longer texts are no image references; also ends values that double with every definition. */
const MAX_LENGTH = 1024;
const VARIABLE = /\$(?:(?<escaped>\$)|(?<name>[a-z_]\w*)|\{(?<braced>[a-z_]\w*)(?<operator>:?[-+?}]?))/iy;

/**
 * Substitutes `$X`, `${X}`, `${X:-default}` and `${X:+alternative}`, nested too, as Dockerfiles, compose files and
 * shells do. A form that computes (`${X%.*}`) counts as unbound.
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
  /** Empty for the escaped dollar. */
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

/** Where the brace opened before `start` closes; the text's end when it never does. */
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
