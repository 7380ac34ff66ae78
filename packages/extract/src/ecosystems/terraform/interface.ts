import {
  asWritten,
  findHclArgument,
  parseHclTemplate,
  withoutLiterals,
  type HclBlock,
  type HclBody,
  type HclExpression,
} from "../../document/hcl.ts";
import { entriesOf, itemsOf, type DataNode } from "../../document/node.ts";
import { member, type Argument, type Member, type OpenKinds } from "../../interface.ts";
import { SourceFile } from "../../source-file.ts";
import { parseProviderSource, PUBLIC_REGISTRY } from "./source.ts";

/** A name with its line: an argument of a module, or an input of Terragrunt. */
export interface Passed {
  name: string;
  line: number;
}

/** `module.vpc.id`, or `module.vpc` as a whole: then `output` is null. */
export interface ModuleRead {
  module: string;
  output: string | null;
  line: number;
  /** In `try` or `can`, which replace a missing output. */
  isGuarded?: true;
}

/** Returns the variables, outputs and required providers of a file. */
export const moduleMembers = (body: HclBody, file: string): Member[] =>
  body.blocks.flatMap((block) => {
    const [name] = block.labels;
    const place = { file, line: block.line };
    if (block.type === "terraform") return providerMembers(block, file);
    if (name === undefined) return [];
    if (block.type === "output") return [member(place, "output", name)];
    if (block.type !== "variable") return [];
    const [type, value] = [valueOf(block.body, "type"), valueOf(block.body, "default")];
    return [
      member(place, "variable", name, {
        required: value === undefined,
        type: type && typeOf(type),
        value: value && textOf(value),
      }),
    ];
  });

const providerMembers = ({ body }: HclBlock, file: string): Member[] => [
  ...body.attributes
    .filter(({ name }) => name === "required_version")
    .map(({ line, value }) => member({ file, line }, "provider", "terraform", { type: textOf(value) })),
  ...body.blocks
    .filter(({ type }) => type === "required_providers")
    .flatMap((block) => block.body.attributes)
    .flatMap(({ name, line, value }) => {
      const fieldOf = (field: string) =>
        value.kind === "object" ? value.entries.find((entry) => entry.name === field) : undefined;
      const [source, version] = [
        fieldOf("source"),
        value.kind === "object" ? fieldOf("version") : { line, value },
      ];
      const provider = parseProviderSource(source ? textOf(source.value) : name)?.artifact;
      const type = version && textOf(version.value);
      const place = { file, line: version?.line ?? line };
      return provider === undefined ? [] : [member(place, "provider", shorten(provider), { type })];
    }),
];

/** Leaves out the host that sources leave out: `hashicorp/aws`. */
const shorten = (provider: string): string =>
  provider.startsWith(`${PUBLIC_REGISTRY}/`) ? provider.slice(PUBLIC_REGISTRY.length + 1) : provider;

/** Returns the versions of Terraform and of providers that the files of a folder require, for the modules that they call. */
export const requiredVersions = (members: readonly Member[]): Argument[] =>
  members.flatMap(({ kind, name, type, file, line }) =>
    kind === "provider" && type !== undefined ? [{ kind, name: `${name} ${type}`, file, line }] : [],
  );

const valueOf = (body: HclBody, name: string): HclExpression | undefined =>
  body.attributes.find((attribute) => attribute.name === name)?.value;

/** Returns the text of an expression without its layout. */
function textOf(value: HclExpression): string {
  if (value.kind === "template") return asWritten(value.parts);
  if (value.kind === "code") return value.text.replace(/\s+/g, " ");
  if (value.kind === "list") return `[${value.items.map(textOf).join(", ")}]`;
  return `{${value.entries.map((entry) => `${entry.name} = ${textOf(entry.value)}`).join(", ")}}`;
}

const COLLECTIONS = ["list", "set", "map", "optional"];

/** Returns a type without the optional attributes of its objects: to add one narrows nothing. */
function typeOf(type: HclExpression): string {
  const object = findHclArgument(type, "object");
  if (object?.kind === "object") {
    const attributes = object.entries
      .filter(({ value }) => !(value.kind === "code" && value.text.startsWith("optional(")))
      .map(({ name, value }) => `${name} = ${typeOf(value)}`);
    return `object({ ${attributes.toSorted().join(", ")} })`;
  }
  for (const collection of COLLECTIONS) {
    const element = findHclArgument(type, collection);
    if (element) return `${collection}(${typeOf(element)})`;
  }
  return textOf(type);
}

/** https://developer.hashicorp.com/terraform/language/block/module */
const META_ARGUMENTS = new Set([
  "source",
  "version",
  "providers",
  "count",
  "for_each",
  "depends_on",
  "lifecycle",
]);

/** Returns what a `module` block passes. Before Terraform 0.12, maps could be written as blocks. */
export const passedBy = ({ body }: HclBlock): Passed[] =>
  [...body.attributes, ...body.blocks.map(({ type, line }) => ({ name: type, line }))]
    .filter(({ name }) => !META_ARGUMENTS.has(name))
    .map(({ name, line }) => ({ name, line }));

/** What a Terragrunt file passes to its module. */
export interface Inputs {
  passed: Passed[];
  /** Why it may pass more, or null. */
  open: string | null;
}

/** Returns the inputs of a Terragrunt file, without those of the files it includes. */
export function passedInputs(body: HclBody): Inputs {
  const inputs = valueOf(body, "inputs");
  const passed = inputs?.kind === "object" ? inputs.entries.map(({ name, line }) => ({ name, line })) : [];
  const hasArguments = body.blocks.some(
    ({ type, body: inner }) =>
      type === "terraform" && inner.blocks.some((block) => block.type === "extra_arguments"),
  );
  if (inputs !== undefined && inputs.kind !== "object") return { passed, open: "The inputs are computed" };
  return { passed, open: hasArguments ? "extra_arguments may pass variables" : null };
}

/** Blocks that name addresses in the state instead of values. */
const ADDRESSES = new Set(["moved", "removed", "import"]);

/** Returns what a file reads of modules. */
export function moduleReads(body: HclBody): ModuleRead[] {
  const reads = body.attributes.flatMap(({ name, value }) => {
    const found = readsIn(value);
    return name === "depends_on" ? found.filter(({ output }) => output !== null) : found;
  });
  const inner = body.blocks
    .filter(({ type }) => !ADDRESSES.has(type))
    .map((block) => moduleReads(block.body));
  return [...reads, ...inner.flat()];
}

/** The same for JSON syntax, where every string is a template. */
export function moduleReadsInJson(node: DataNode): ModuleRead[] {
  if (node.kind === "map") {
    return entriesOf(node).flatMap(({ key, value }) =>
      ADDRESSES.has(key) || key === "depends_on" ? [] : moduleReadsInJson(value),
    );
  }
  if (node.kind === "list") return itemsOf(node).flatMap(moduleReadsInJson);
  if (!node.text.includes("module.")) return [];
  return readsIn({
    kind: "template",
    line: node.line,
    parts: parseHclTemplate(new SourceFile("", node.text)),
  });
}

function readsIn(value: HclExpression): ModuleRead[] {
  if (value.kind === "object")
    return value.entries.flatMap((entry) => [...readsInKey(entry), ...readsIn(entry.value)]);
  if (value.kind === "list") return value.items.flatMap(readsIn);
  const codes =
    value.kind === "code" ? [value.text] : value.parts.flatMap((part) => ("code" in part ? [part.code] : []));
  return codes.filter((code) => code.includes("module.")).flatMap((code) => readsInCode(code, value.line));
}

/** `{ (module.vpc.id) = 1 }` */
const readsInKey = ({ name, line }: { name: string; line: number }): ModuleRead[] =>
  name.includes("module.") ? readsInCode(name, line) : [];

const NAME = "[A-Za-z_][\\w-]*";
const INDEX = "(?:\\s{0,9}\\[(?:[^[\\]]|\\[[^[\\]]*\\]){0,300}\\]|\\.\\*)*";
const MODULE = `(?<![\\w.-])module\\.`;
const TOKEN = new RegExp(
  [
    `\\bfor\\s+(?:${NAME}\\s*,\\s*)?(?<item>${NAME})\\s+in\\s+(?:values\\(\\s*)?${MODULE}(?<each>${NAME})${INDEX}\\s*\\)?\\s*:`,
    `\\bvalues\\(\\s*${MODULE}(?<all>${NAME})\\s*\\)(?:\\[\\*\\]|\\.\\*)\\.(?<splat>${NAME})`,
    `\\b(?:length|keys)\\(\\s*${MODULE}${NAME}\\s*\\)`,
    `${MODULE}(?<module>${NAME})${INDEX}(?:\\.(?<output>${NAME}))?`,
    `(?<guard>\\b(?:try|can)\\s*)?\\(`,
    `\\)`,
  ].join("|"),
  "g",
);

function readsInCode(code: string, firstLine: number): ModuleRead[] {
  const text = withoutLiterals(code);
  const reads: ModuleRead[] = [];
  /** Whether each open parenthesis belongs to `try` or `can`. */
  const open: boolean[] = [];
  let guards = 0;
  const lineAt = lineCounter(text, firstLine);
  const add = (module: string, output: string | null, at: number): void => {
    reads.push({ module, output, line: lineAt(at), ...(guards > 0 && { isGuarded: true as const }) });
  };
  for (const { 0: token, index, groups = {} } of text.matchAll(TOKEN)) {
    const { item, each, all, splat, module, output } = groups;
    if (module !== undefined) add(module, output ?? null, index);
    else if (all !== undefined) add(all, splat ?? null, index);
    else if (item !== undefined && each !== undefined)
      for (const one of itemReads(text, index + token.length, item)) add(each, one.output, one.at);
    else if (token === ")") guards -= Number(open.pop() ?? false);
    else if (token.endsWith("(")) {
      open.push(groups["guard"] !== undefined);
      guards += Number(groups["guard"] !== undefined);
    }
  }
  return reads;
}

/** Counts lines of ascending offsets. An earlier offset starts again. */
function lineCounter(text: string, firstLine: number): (offset: number) => number {
  let [line, at] = [firstLine, 0];
  return (offset) => {
    if (offset < at) [line, at] = [firstLine, 0];
    for (let next = text.indexOf("\n", at); next !== -1 && next < offset; next = text.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
}

/** Returns the outputs that the body of a `for` expression reads of its item. */
function itemReads(text: string, start: number, item: string): { output: string | null; at: number }[] {
  const body = text.slice(start, endOfBrackets(text, start));
  return Array.from(
    body.matchAll(new RegExp(`(?<![\\w.-])${item}(?![\\w-])(?:\\.(?<output>${NAME}))?`, "g")),
    ({ index, groups }) => ({ output: groups?.["output"] ?? null, at: start + index }),
  );
}

/** Longer than any handwritten `for` expression. */
const MAX_FOR = 5000;

function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  const limit = Math.min(text.length, start + MAX_FOR);
  for (let at = start; at < limit; at++) {
    const character = text.charAt(at);
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character) && --depth < 0) return at;
  }
  return limit;
}

/** Finds what each module call of a folder passes and reads. */
export class ModuleArguments {
  readonly #reads = new Map<string, (ModuleRead & { file: string })[]>();

  constructor(files: Iterable<{ folder: string; file: string; reads: readonly ModuleRead[] }>) {
    for (const { folder, file, reads } of files) {
      for (const read of reads) {
        const key = `${folder}\0${read.module}`;
        const known = this.#reads.get(key);
        if (known) known.push({ ...read, file });
        else this.#reads.set(key, [{ ...read, file }]);
      }
    }
  }

  /** Returns the reads of the outputs of one module call. */
  readsOf(folder: string, name: string): { found: Argument[]; open: OpenKinds } {
    const reads = this.#reads.get(`${folder}\0${name}`) ?? [];
    const found = reads.flatMap(({ output, file, line, isGuarded }): Argument[] =>
      output === null
        ? []
        : [{ kind: "output", name: output, file, line, ...(isGuarded && { effect: "silent" as const }) }],
    );
    const isOpen = reads.some(({ output }) => output === null);
    return { found, open: isOpen ? { output: "The whole module is read" } : {} };
  }
}
