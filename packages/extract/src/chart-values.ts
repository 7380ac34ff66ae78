/**
 * The values of Helm charts: the paths of maps and leaves in a values file, such as `ingress.hosts`, are the interface of its chart, or
 * what a consumer passes to a chart. A list ends a path.
 */
import { entriesOf, type DataNode, type ScalarNode } from "./document/node.ts";
import { parseYaml } from "./document/yaml.ts";
import { SyntaxProblem, type Declaration } from "./ecosystem.ts";
import { argumentsOf, MAX_NAMES, member, type Argument, type Member } from "./interface.ts";

/** Null values in YAML. */
const NULLS = new Set(["", "null", "~"]);
/** Deeper than the values of any chart. */
const MAX_DEPTH = 30;

/** Returns the path of each map and leaf below a node. A leaf without a value, an empty map and a list accept anything. */
export function valueMembers(node: DataNode | undefined, file: string, prefix = ""): Member[] {
  const members: Member[] = [];
  const visit = (value: DataNode, name: string, line: number, depth: number): void => {
    if (members.length > MAX_NAMES) return;
    const entries = depth < MAX_DEPTH ? entriesOf(value) : [];
    if (name !== "" && entries.length > 0) members.push(member({ file, line }, "value", name));
    else if (name !== "") {
      const text = value.kind === "scalar" && !NULLS.has(value.text.trim()) ? value.text : undefined;
      members.push(member({ file, line }, "value", name, { value: text, acceptsAny: text === undefined }));
    }
    for (const entry of entries)
      visit(entry.value, name === "" ? entry.key : `${name}.${entry.key}`, entry.line, depth + 1);
  };
  if (node) visit(node, prefix, node.line, 0);
  return members;
}

export const toArgument = ({ kind, name, file, line }: Argument | Member): Argument => ({
  kind,
  name,
  file,
  line,
});

/** What a consumer passes to a chart. */
export interface PassedValues {
  found: Argument[];
  /** Why it may pass more, or null. */
  open: string | null;
  /** Values files of the same repository. */
  files: string[];
}

export const noValues = (): PassedValues => ({ found: [], open: null, files: [] });

/** Joins what several fields pass. */
export const joinValues = (all: readonly PassedValues[]): PassedValues => ({
  found: all.flatMap(({ found }) => found),
  open: all.find(({ open }) => open !== null)?.open ?? null,
  files: all.flatMap(({ files }) => files),
});

export const openValues = (open: string): PassedValues => ({ ...noValues(), open });

/** Returns the values of a map. */
export const inlineValues = (node: DataNode | undefined, file: string): PassedValues => ({
  ...noValues(),
  found: valueMembers(node, file).map(toArgument),
  open: node?.kind === "scalar" && !NULLS.has(node.text.trim()) ? "The values are a template" : null,
});

/** Texts with aliases are not parsed: many of them could expand to more data than the limit per file. */
const ALIAS = /(?:^|[\s,[{])\*[\w-]/;

/** Returns the values in a text, whose first line is the one after `firstLine`. Templates and invalid YAML are open. */
export function embeddedValues(text: string, firstLine: number, file: string): PassedValues {
  if (text.includes("{{") || text.includes("%{") || ALIAS.test(text))
    return openValues("The values are a template");
  try {
    const documents = parseYaml(text);
    const found = documents.flatMap((document) => valueMembers(document, file)).map(toArgument);
    return { ...noValues(), found: found.map((one) => ({ ...one, line: one.line + firstLine })) };
  } catch (error) {
    if (error instanceof SyntaxProblem) return openValues("The values could not be read");
    throw error;
  }
}

/** Returns the path of `--set a.b\.c[0].d`: `a.b.c`. */
export const setPath = (text: string): string => text.replace(/\[.*$/s, "").replace(/\\(.)/g, "$1");

/** Returns the value of a `set` entry, or an open reason if its name is computed. */
export function setValue(name: ScalarNode | undefined, file: string): PassedValues {
  if (!name || name.text === "") return noValues();
  if (name.text.includes("{{")) return openValues("The names of some values are computed");
  return { ...noValues(), found: [{ kind: "value", name: setPath(name.text), file, line: name.line }] };
}

/** The values that a declaration passes: see `ValuesFiles`. */
export const valuesOf = ({
  found,
  open,
  files,
}: PassedValues): Pick<Declaration, "arguments" | "openArguments" | "valuesFiles"> => ({
  ...argumentsOf(found, open === null ? {} : { value: open }),
  ...(files.length > 0 && { valuesFiles: files }),
});

/** A values file of a repository. */
export interface ValuesFile {
  path: string;
  values: Member[];
  /** Whether an engine turns it into values: there may be others. */
  isTemplate: boolean;
}

/** Adds the values in files of the repository to the arguments of declarations. */
export class ValuesFiles {
  readonly #files: ReadonlyMap<string, ValuesFile>;

  constructor(files: readonly ValuesFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  bind<D extends Declaration>({ valuesFiles, ...declaration }: D): Omit<D, "valuesFiles"> {
    if (!valuesFiles) return declaration;
    const files = valuesFiles.map((path) => ({ path, file: this.#files.get(path) }));
    const found = files.flatMap(({ file }) => file?.values.map(toArgument) ?? []);
    const missing = files.find(({ file }) => !file || file.isTemplate);
    const reason =
      missing && (missing.file ? `${missing.path} is a template` : `${missing.path} could not be read`);
    return {
      ...declaration,
      ...argumentsOf([...(declaration.arguments ?? []), ...found], {
        ...(reason !== undefined && { value: reason }),
        ...declaration.openArguments,
      }),
    };
  }
}
