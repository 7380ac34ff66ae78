import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import { member, type Member } from "../../interface.ts";
import type { SourceFile } from "../../source-file.ts";
import {
  BLOCKS,
  DEFINES,
  passedValues,
  TemplateParameters,
  type PassedValues,
  type TemplateReads,
} from "./template-parameters.ts";

/** What a file of a chart says about its values. */
export interface ValueFacts {
  members: Member[];
  /** Whether a template uses all values in a way that does not name them. */
  readsAll: boolean;
  /** Paths of maps that reject unknown names; the root is empty. */
  strict: string[];
  /** Values with which a template always fails, such as those of an older version. */
  refused: string[];
  /** Values that a schema requires if the map around them exists. */
  required: { name: string; line: number }[];
  /** Templates that are defined. */
  defines: string[];
  /** Templates that are included. */
  includes: string[];
  /** What the templates that are defined read of their parameter. */
  templates: TemplateReads[];
  /** Values that are passed to templates. */
  passed: PassedValues[];
}

export const noValueFacts = (): ValueFacts => ({
  members: [],
  readsAll: false,
  strict: [],
  refused: [],
  required: [],
  defines: [],
  includes: [],
  templates: [],
  passed: [],
});

const COMMENT = /^-?\s*\/\*/;
const REFERENCE = /(?<before>"Values"\s+)?(?<![\w"])[$\w.]*\.Values(?<path>(?:\.\w+)*)(?!\w)/g;
const CONDITION = /^-?\s*(?:else\s+)?if\b/;
/** Functions that look into a map. */
const DEEP = /\b(?:index|get|dig|pluck|hasKey|include|tpl|toYaml|toJson|merge\w*|keys|values|omit|pick)\b/;
const NAMED =
  /\b(?<call>index|get|hasKey|set|unset)\s+\(?\s*[$\w.]*\.Values(?<path>(?:\.\w+)*)\s*\)?(?<keys>(?:\s+"[^"]*")+)/g;
const DUG = /\bdig\s+"(?<key>[^"]*)"[^{}]*?[$\w.]*\.Values(?<path>(?:\.\w+)*)/g;
const DEFINED = /^-?\s*[a-z]+\s+"(?<name>[^"]+)"/;
const INCLUDED = /\b(?:include|template)\s+"(?<name>[^"]+)"/g;

/** A condition that only asks whether one value is given. */
const GIVEN =
  /^-?\s*if\s+(?:hasKey\s+\(?\$?\.Values(?<map>(?:\.\w+)*)\)?\s+"(?<key>\w+)"|\$?\.Values(?<path>(?:\.\w+)+))\s*-?$/;
const FAILS = /^-?\s*fail\b|\|\s*fail\s*-?$/;

/** Reads which values a template uses. */
export function readTemplateValues(file: Pick<SourceFile, "text" | "path" | "lineAt">): ValueFacts {
  const facts = noValueFacts();
  const known = new Set<string>();
  const parameters = new TemplateParameters();
  let depth = 0;
  let given: string | undefined;
  for (const { code, word, start } of actionsOf(file.text)) {
    if (given !== undefined && FAILS.test(code)) facts.refused.push(given);
    // Within another block, its condition decides too.
    given = word === "if" && depth === 0 ? givenBy(code) : undefined;
    if (BLOCKS.has(word)) depth += 1;
    else if (word === "end") depth -= 1;
    const defined = DEFINES.has(word) ? DEFINED.exec(code)?.groups?.["name"] : undefined;
    if (defined !== undefined) facts.defines.push(defined);
    parameters.add({ code, word, defined });
    if (code.includes("include") || code.includes("template"))
      for (const { groups } of code.matchAll(INCLUDED)) facts.includes.push(groups?.["name"] ?? "");
    if (!code.includes(".Values")) continue;
    const isNameOnly = CONDITION.test(code) && !DEEP.test(code);
    const add = (name: string, acceptsAny: boolean): void => {
      const key = `${name}\0${acceptsAny}`;
      if (name === "" || known.has(key)) return;
      known.add(key);
      facts.members.push(
        member({ file: file.path, line: file.lineAt(start) }, "value", name, { acceptsAny }),
      );
    };
    for (const { groups = {} } of code.matchAll(NAMED)) {
      const keys = Array.from(groups["keys"]?.matchAll(/"([^"]*)"/g) ?? [], ([, key]) => key);
      add(
        `${groups["path"]}.${(groups["call"] === "index" ? keys : keys.slice(0, 1)).join(".")}`.slice(1),
        true,
      );
    }
    for (const { groups = {} } of code.matchAll(DUG))
      add(`${groups["path"]}.${groups["key"]}`.slice(1), true);
    const { passed, rest: other } = passedValues(code, file.lineAt(start));
    facts.passed.push(...passed);
    const rest = other.replace(NAMED, "").replace(DUG, "");
    for (const { groups = {} } of rest.matchAll(REFERENCE)) {
      const path = groups["path"]?.slice(1) ?? "";
      // `dict "Values" .Values` passes the values on under their name.
      if (path === "" && groups["before"] === undefined) facts.readsAll = true;
      else add(path, !isNameOnly);
    }
  }
  return { ...facts, templates: parameters.templates };
}

/** Returns the value of a condition that only asks whether it is given. */
function givenBy(code: string): string | undefined {
  const { map, key, path } = GIVEN.exec(code)?.groups ?? {};
  return (key === undefined ? path : `${map}.${key}`)?.slice(1);
}

/** Longer than any handwritten action. */
const MAX_ACTION = 10_000;

const FIRST_WORD = /^-?\s*([a-z]+)\b/;

/** Yields the code between `{{` and `}}` with its first word, or `""`, without comments. */
function* actionsOf(text: string): Generator<{ code: string; word: string; start: number }> {
  for (let open = text.indexOf("{{"); open !== -1;) {
    const close = text.indexOf("}}", open + 2);
    if (close === -1) return;
    const code = text.slice(open + 2, Math.min(close, open + MAX_ACTION));
    if (!COMMENT.test(code)) yield { code, word: FIRST_WORD.exec(code)?.[1] ?? "", start: open };
    open = text.indexOf("{{", close + 2);
  }
}

/**
 * Reads the maps of a `values.schema.json` that reject unknown names, their properties, and the values that it requires. Elsewhere, a property that neither
 * the values nor a template have has no effect.
 */
export function readSchema(root: DataNode, file: string): ValueFacts {
  const facts = noValueFacts();
  let budget = MAX_SCHEMAS;
  const visit = (schema: DataNode | undefined, name: string, depth: number): void => {
    budget -= 1;
    if (budget < 0 || depth > MAX_DEPTH) return;
    const target = resolveReference(root, schema);
    const isOwnStrict = isStrict(target);
    if (isOwnStrict) facts.strict.push(name);
    for (const item of itemsOf(at(target, "required")))
      if (item.kind === "scalar") facts.required.push({ name: joined(name, item.text), line: item.line });
    for (const { key, value, line } of entriesOf(at(target, "properties"))) {
      const path = joined(name, key);
      const inner = resolveReference(root, value);
      if (isOwnStrict && entriesOf(at(inner, "properties")).length === 0)
        facts.members.push(member({ file, line }, "value", path, { acceptsAny: !isStrict(inner) }));
      visit(value, path, depth + 1);
    }
  };
  visit(root, "", 0);
  return facts;
}

const joined = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

const MAX_DEPTH = 20;
const MAX_SCHEMAS = 10_000;
const COMBINATORS = ["allOf", "anyOf", "oneOf", "$ref", "if", "patternProperties", "unevaluatedProperties"];

const isStrict = (schema: DataNode | undefined): boolean =>
  textOf(at(schema, "additionalProperties")) === "false" &&
  COMBINATORS.every((key) => at(schema, key) === undefined);

/** `#/$defs/image`. Other references remain. */
function resolveReference(root: DataNode, schema: DataNode | undefined): DataNode | undefined {
  let target = schema;
  for (let step = 0; step < 5; step++) {
    const reference = textOf(at(target, "$ref"));
    if (reference === undefined || !reference.startsWith("#/")) return target;
    target = at(root, ...reference.slice(2).split("/"));
  }
  return target;
}

/** A dependency of a chart, as far as the values depend on it. */
export interface DependencyValues {
  /** The alias or name, below which its values are. */
  key: string;
  line: number;
  /** The values that enable it. */
  conditions: string[];
  hasTags: boolean;
  /** The values that it fills, or null for those that it exports. */
  imports: (string | null)[];
}

export function readDependencyValues(node: DataNode): DependencyValues[] {
  const name = textOf(at(node, "name"))?.trim() ?? "";
  const alias = textOf(at(node, "alias"))?.trim() ?? "";
  if (name === "" && alias === "") return [];
  return [
    {
      key: alias === "" ? name : alias,
      line: node.line,
      conditions: (textOf(at(node, "condition")) ?? "")
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean),
      hasTags: itemsOf(at(node, "tags")).length > 0,
      imports: itemsOf(at(node, "import-values")).map((each) =>
        each.kind === "map" ? (textOf(at(each, "parent")) ?? null) : null,
      ),
    },
  ];
}
