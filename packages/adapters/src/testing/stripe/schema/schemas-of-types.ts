import { dirname, join } from "node:path";
import { API, SymbolFlags, TypeFlags, type Checker, type Type } from "typescript/unstable/sync";

export type Schema = Record<string, unknown>;

/** JSON schemas by name. `{ is: name }` in a schema refers to another one. */
export type Schemas = Record<string, Schema>;

/**
 * Converts the types that a file exports, and every type that they refer to, to JSON schemas. Undeclared properties and
 * undeclared members of open enumerations are not allowed.
 */
export function schemasOfTypes(file: string): Schemas {
  const config = join(dirname(file), "tsconfig.json");
  const compilerOptions = { module: "nodenext", target: "es2024", strict: true, types: [], noEmit: true };
  const project = JSON.stringify({ compilerOptions, files: [file] });
  const api = new API({ fs: { readFile: (name) => (name === config ? project : undefined) } });
  try {
    const loaded = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    const source = loaded?.program.getSourceFile(file);
    const module = source && loaded?.checker.getSymbolAtLocation(source);
    if (!loaded || !module) throw new Error(`${file} exports no types.`);
    const { checker } = loaded;
    const exported = checker.getExportsOfModule(module);
    return convert(
      checker,
      exported.map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]),
    );
  } finally {
    api.close();
  }
}

function convert(checker: Checker, exported: readonly (readonly [string, Type])[]): Schemas {
  const schemas: Schemas = {};
  const names = new Map(exported.map(([name, type]) => [type.id, name]));
  const waiting = [...exported];

  function schemaOf(type: Type): Schema {
    const { flags } = type;
    if (type.isUnionType() && !(flags & TypeFlags.Boolean)) return ofUnion(type.getTypes());
    if (type.isLiteralType()) return { enum: [type.value] };
    if (flags & TypeFlags.Null) return { type: "null" };
    if (flags & TypeFlags.Boolean) return { type: "boolean" };
    if (flags & TypeFlags.Number) return { type: "number" };
    if (flags & TypeFlags.String || isOpen(type)) return { type: "string" };
    if (flags & TypeFlags.AnyOrUnknown || flags & TypeFlags.NonPrimitive) return {};
    if (flags & TypeFlags.Object || type.isIntersectionType()) return ofObject(type);
    throw new Error(`JSON has no type ${checker.typeToString(type)}.`);
  }

  function ofUnion(types: readonly Type[]): Schema {
    const literals = types.filter((type) => type.isLiteralType());
    const isEnumeration = literals.some((type) => type.isStringLiteralType());
    const others = types.filter(
      (type) =>
        !type.isLiteralType() && !(type.flags & TypeFlags.VoidLike) && !(isEnumeration && isOpen(type)),
    );
    const values = literals.map(({ value }) => value);
    const isBoolean = values.includes(true) && values.includes(false);
    const rest = isBoolean ? values.filter((value) => typeof value !== "boolean") : values;
    const anyOf = [
      ...others.map(schemaOf),
      ...(isBoolean ? [{ type: "boolean" }] : []),
      ...(rest.length > 0 ? [{ enum: rest }] : []),
    ];
    if (anyOf.length === 0) return { not: {} };
    return anyOf.length === 1 && anyOf[0] ? anyOf[0] : { anyOf };
  }

  function ofObject(type: Type): Schema {
    const { name } = type.getAliasSymbol() ?? type.getSymbol() ?? { name: "object" };
    // A class of the library that is a string in JSON.
    if (name === "Decimal") return { type: "string", pattern: String.raw`^-?\d+(\.\d+)?$` };
    if (type.isTypeReference() && checker.isArrayType(type))
      return { type: "array", items: checker.getTypeArguments(type).map(schemaOf)[0] };
    const known = names.get(type.id) ?? `${name}.${type.id}`;
    if (!names.has(type.id)) waiting.push([known, type]);
    names.set(type.id, known);
    return { is: known };
  }

  function describe(type: Type): Schema {
    const members = checker.getPropertiesOfType(type);
    const types = members.length > 0 ? checker.getTypeOfSymbol(members) : [];
    const properties = members.map(({ name }, at) => {
      const found = types[at];
      if (!found) throw new Error(`${name} of ${checker.typeToString(type)} has no type.`);
      return [name, schemaOf(found)];
    });
    const [index] = checker.getIndexInfosOfType(type);
    return {
      type: "object",
      properties: Object.fromEntries(properties) as Schemas,
      required: members.filter(({ flags }) => !(flags & SymbolFlags.Optional)).map(({ name }) => name),
      additionalProperties: index ? schemaOf(index.valueType) : false,
    };
  }

  for (let next = waiting.pop(); next; next = waiting.pop()) schemas[next[0]] = describe(next[1]);
  return schemas;
}

/** Whether a type is the `string` part of an enumeration that Stripe may extend. */
const isOpen = (type: Type): boolean =>
  type.isIntersectionType() && type.getTypes().some(({ flags }) => flags & TypeFlags.String);
