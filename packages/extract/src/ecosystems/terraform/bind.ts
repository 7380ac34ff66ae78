import { interpolation, type HclExpression } from "../../document/hcl.ts";

/** The values of names: `local.x`, `var.x`, `include.x`. */
export type Scope = ReadonlyMap<string, HclExpression>;

/** An interpolated text in which each unbound reference is one private-use character, which URL syntax never contains. */
export interface BoundText {
  text: string;
  /** In the order of their characters. */
  unbound: Unbound[];
  /** The values that were interpolated. */
  substituted: HclExpression[];
}

interface Unbound {
  /** The reference: `var.ref`. */
  name: string;
  /** The source text: `${var.ref}`. */
  sourceText: string;
}

/** The private use area of Unicode. If a text has more references than there are characters, they share the last one. */
const FIRST_PLACEHOLDER = 0xe000;
const LAST_PLACEHOLDER = 0xf8ff;
export const PLACEHOLDERS = /[\uE000-\uF8FF]/gu;
const NUMBER = /^\d[\d.]*$/;
const REFERENCE = /^[a-z]+\.[\w-]+(?:\.[\w-]+|\["[^"]*"\])*$/;
const STEP = /[\w-]+|"([^"]*)"/g;
/** Functions and names that evaluate to a local folder. */
const LOCAL_FOLDER =
  /^(?:(?:get_(?:repo_root|working_dir|(?:original_|parent_)?terragrunt_dir|path_(?:to|from)_repo_root)|find_in_parent_folders|path_relative_(?:to|from)_include|dirname|abspath)\s*\(|path\.(?:module|root|cwd)$)/;

/** Interpolates literal values of the scope, including locals that refer to other locals. */
export const bind = (expression: HclExpression, scope: Scope): BoundText =>
  new Binder(scope).bind(expression);

/** Replaces private-use characters with the source text of their references. */
export const restore = (text: string, { unbound }: BoundText): string =>
  text.replace(PLACEHOLDERS, (placeholder) => unboundAt(unbound, placeholder)?.sourceText ?? placeholder);

/** Returns the first unbound reference in a part of the text, else null. */
export function findUnbound(piece: string, { unbound }: BoundText): string | null {
  const placeholder = piece.match(PLACEHOLDERS)?.[0];
  return placeholder === undefined ? null : (unboundAt(unbound, placeholder)?.name ?? null);
}

/** Whether the text starts with a local folder. */
export const startsLocally = ({ text, unbound }: BoundText): boolean =>
  LOCAL_FOLDER.test(unboundAt(unbound, text.replace(/^\w+::/, "").charAt(0))?.name ?? "");

const unboundAt = (unbound: readonly Unbound[], placeholder: string): Unbound | undefined =>
  unbound[placeholder.charCodeAt(0) - FIRST_PLACEHOLDER];

const SUBSTITUTION_COST = 100;

class Binder {
  readonly #scope: Scope;
  readonly #unbound: Unbound[] = [];
  readonly #substituted: HclExpression[] = [];
  /** Bounds the work for locals that refer to themselves or grow exponentially. */
  #budget = 100 * SUBSTITUTION_COST;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  bind(expression: HclExpression): BoundText {
    const text =
      expression.kind === "code"
        ? this.#codeText(expression.text, expression.text)
        : this.#textOf(expression, "");
    return { text, unbound: this.#unbound, substituted: this.#substituted };
  }

  #textOf(expression: HclExpression, sourceText: string): string {
    if (expression.kind === "code") return this.#codeText(expression.text, sourceText);
    if (expression.kind !== "template") return this.#placeholder(sourceText, sourceText);
    return expression.parts
      .map((part) => ("literal" in part ? part.literal : this.#codeText(part.code, interpolation(part.code))))
      .join("");
  }

  #codeText(code: string, sourceText: string): string {
    if (NUMBER.test(code)) return code;
    if (code === "null") return "";
    const target = findTarget(code, this.#scope);
    if (!target || !isText(target)) return this.#placeholder(code, sourceText);
    this.#budget -= SUBSTITUTION_COST + (target.kind === "template" ? target.parts.length : 0);
    if (this.#budget < 0) return this.#placeholder(code, sourceText);
    const text = this.#textOf(target, sourceText);
    this.#budget -= text.length;
    if (this.#budget < 0) return this.#placeholder(code, sourceText);
    this.#substituted.push(target);
    return text;
  }

  #placeholder(name: string, sourceText: string): string {
    const placeholder = Math.min(FIRST_PLACEHOLDER + this.#unbound.length, LAST_PLACEHOLDER);
    this.#unbound.push({ name, sourceText });
    return String.fromCharCode(placeholder);
  }
}

/** Whether the expression evaluates to a text without calling functions. */
const isText = (expression: HclExpression): boolean =>
  expression.kind === "template" ||
  (expression.kind === "code" &&
    [NUMBER, REFERENCE, LOCAL_FOLDER].some((pattern) => pattern.test(expression.text)));

function findTarget(code: string, scope: Scope): HclExpression | undefined {
  if (!REFERENCE.test(code)) return undefined;
  const [root = "", name = "", ...steps] = Array.from(
    code.matchAll(STEP),
    ([step, quoted]) => quoted ?? step,
  );
  let found = scope.get(`${root}.${name}`);
  for (const step of steps) {
    found = found?.kind === "object" ? found.entries.find((entry) => entry.name === step)?.value : undefined;
  }
  return found;
}
