import type {
  DirectiveNode,
  DocumentNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
  NamedTypeNode,
  NameNode,
  SelectionSetNode,
  TypeNode,
  ValueNode,
} from "graphql/language/ast.js";
import { Kind } from "graphql/language/kinds.js";
import { parse } from "graphql/language/parser.js";
import { guardDepth } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";

/** A name of a schema that an operation uses. Its fields start at a root (`query.user.email`) or a type (`User.email`). */
export interface GraphqlUse {
  kind: "definition" | "field";
  name: string;
  line: number;
}

/** A name that a schema defines. */
export interface GraphqlName extends GraphqlUse {
  type?: string;
  required?: true;
}

/** What a document defines and uses. */
export interface GraphqlNames {
  names: GraphqlName[];
  uses: GraphqlUse[];
}

/** Far more than the schemas of large public APIs have. */
const MAX_TOKENS = 600_000;
/** More than handwritten documents have. */
const MAX_USES = 20_000;

/** Parses a document. Throws SyntaxProblem. */
export function parseGraphql(text: string): DocumentNode {
  return guardDepth(() => {
    try {
      // A carriage return alone would end a line for the parser, which it does nowhere else.
      return parse(text.replace(/\r(?!\n)/g, " "), { maxTokens: MAX_TOKENS });
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "GraphQLError") throw error;
      const { locations } = error as { locations?: readonly { line: number }[] };
      throw new SyntaxProblem(error.message, locations?.[0]?.line ?? null);
    }
  });
}

/** Returns the names that a parsed document defines and uses. */
export const namesIn = (document: DocumentNode): GraphqlNames =>
  guardDepth(() => ({ names: definedIn(document), uses: new Uses().of(document) }));

const lineOf = ({ loc }: Pick<NameNode, "loc">): number => loc?.startToken.line ?? 1;

const ROOTS = ["query", "mutation", "subscription"] as const;

function definedIn({ definitions }: DocumentNode): GraphqlName[] {
  const names: GraphqlName[] = [];
  const roots = new Map<string, { type: string; line: number }>();
  for (const each of definitions) {
    if (each.kind === Kind.SCHEMA_DEFINITION || each.kind === Kind.SCHEMA_EXTENSION) {
      for (const { operation, type } of each.operationTypes ?? [])
        roots.set(operation, { type: type.name.value, line: lineOf(type) });
    } else if (each.kind === Kind.DIRECTIVE_DEFINITION) {
      names.push({ kind: "definition", name: `@${each.name.value}`, line: lineOf(each.name) });
    } else if (/Type(?:Definition|Extension)$/.test(each.kind) && "name" in each && each.name) {
      const { value: type } = each.name;
      names.push({ kind: "definition", name: type, line: lineOf(each.name) });
      if ("fields" in each) names.push(...(each.fields ?? []).flatMap((field) => fieldNames(type, field)));
      if ("values" in each)
        for (const { name } of each.values ?? [])
          names.push({ kind: "field", name: `${type}.${name.value}`, line: lineOf(name) });
    }
  }
  const types = new Map(names.map((each) => [each.name, each.line]));
  for (const root of ROOTS) {
    const type = `${root[0]?.toUpperCase()}${root.slice(1)}`;
    const line = types.get(type);
    if (roots.size === 0 && line !== undefined) names.push({ kind: "field", name: root, type, line });
    const stated = roots.get(root);
    if (stated) names.push({ kind: "field", name: root, ...stated });
  }
  return names;
}

function fieldNames(type: string, field: FieldDefinitionNode | InputValueDefinitionNode): GraphqlName[] {
  const name = `${type}.${field.name.value}`;
  const named = { kind: "field" as const, name, type: typeText(field.type), line: lineOf(field.name) };
  if (field.kind === Kind.INPUT_VALUE_DEFINITION) return [{ ...named, ...(isRequired(field) && REQUIRED) }];
  return [
    named,
    ...(field.arguments ?? []).map((each): GraphqlName => ({
      kind: "field",
      name: `${name}(${each.name.value}:)`,
      type: typeText(each.type),
      line: lineOf(each.name),
      ...(isRequired(each) && REQUIRED),
    })),
  ];
}

const REQUIRED = { required: true } as const;

/** https://spec.graphql.org/October2021/#sec-Required-Arguments, and the same for input fields */
const isRequired = ({ type, defaultValue }: InputValueDefinitionNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE && !defaultValue;

function typeText(type: TypeNode): string {
  if (type.kind === Kind.NAMED_TYPE) return type.name.value;
  return type.kind === Kind.LIST_TYPE ? `[${typeText(type.type)}]` : `${typeText(type.type)}!`;
}

function namedType(type: TypeNode): NamedTypeNode {
  return type.kind === Kind.NAMED_TYPE ? type : namedType(type.type);
}

/** The names that every schema has: https://spec.graphql.org/October2021/#sec-Scalars */
const BUILT_IN = new Set(["Boolean", "Float", "ID", "Int", "String"]);

/** Collects what the operations and fragments of a document use. */
class Uses {
  readonly #found: GraphqlUse[] = [];

  of({ definitions }: DocumentNode): GraphqlUse[] {
    for (const each of definitions) {
      if (each.kind === Kind.OPERATION_DEFINITION) {
        this.#add("field", each.operation, each);
        for (const { type } of each.variableDefinitions ?? []) this.#addType(namedType(type));
        this.#addDirectives(each.directives);
        this.#addSelections(each.selectionSet, each.operation);
      } else if (each.kind === Kind.FRAGMENT_DEFINITION) {
        this.#addType(each.typeCondition);
        this.#addDirectives(each.directives);
        this.#addSelections(each.selectionSet, each.typeCondition.name.value);
      }
    }
    return this.#found;
  }

  #add(kind: GraphqlUse["kind"], name: string, at: Pick<NameNode, "loc">): void {
    if (this.#found.length < MAX_USES) this.#found.push({ kind, name, line: lineOf(at) });
  }

  #addType({ name }: NamedTypeNode): void {
    if (!BUILT_IN.has(name.value)) this.#add("definition", name.value, name);
  }

  #addDirectives(directives: readonly DirectiveNode[] = []): void {
    for (const { name } of directives) this.#add("definition", `@${name.value}`, name);
  }

  #addSelections(set: SelectionSetNode | undefined, path: string): void {
    for (const each of set?.selections ?? []) {
      this.#addDirectives(each.directives);
      if (each.kind === Kind.INLINE_FRAGMENT) {
        if (each.typeCondition) this.#addType(each.typeCondition);
        this.#addSelections(each.selectionSet, each.typeCondition?.name.value ?? path);
      } else if (each.kind === Kind.FIELD && !each.name.value.startsWith("__")) {
        const field = `${path}.${each.name.value}`;
        this.#add("field", field, each.name);
        for (const { name, value } of each.arguments ?? []) {
          const argument = `${field}(${name.value}:)`;
          this.#add("field", argument, name);
          this.#addValue(value, argument);
        }
        this.#addSelections(each.selectionSet, field);
      }
    }
  }

  /** A literal names the fields of an input type, and the values of an enum. */
  #addValue(value: ValueNode, path: string): void {
    if (value.kind === Kind.ENUM) this.#add("field", `${path}.${value.value}`, value);
    if (value.kind === Kind.LIST) for (const each of value.values) this.#addValue(each, path);
    if (value.kind === Kind.OBJECT)
      for (const { name, value: inner } of value.fields) {
        this.#add("field", `${path}.${name.value}`, name);
        this.#addValue(inner, `${path}.${name.value}`);
      }
  }
}
