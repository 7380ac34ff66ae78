import { Ajv, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from "ajv";
import type { EventType, Operation } from "./operations.ts";
import { publishedSchemas } from "./published-schemas.ts";
import type { Schema, Schemas } from "./schemas-of-types.ts";

/**
 * Returns how the parameters deviate from Stripe's published API, or undefined. Parameters are sent as text and converted to
 * their types. The other checks return the same for responses, errors and events.
 */
export const checkParams = (operation: Operation, params: unknown): string | undefined =>
  (inForms ??= checker(publishedSchemas(), true))(["Operations", operation, "params"], params);

export const checkResponse = (operation: Operation, response: unknown): string | undefined =>
  (inJson ??= checker(publishedSchemas(), false))(["Operations", operation, "response"], response);

export const checkErrorResponse = (response: unknown): string | undefined =>
  (inJson ??= checker(publishedSchemas(), false))(["ErrorResponse"], response);

export const checkEvent = (type: EventType, event: unknown): string | undefined =>
  (inJson ??= checker(publishedSchemas(), false))(["Events", type], event);

type Check = (path: readonly string[], value: unknown) => string | undefined;
let inForms: Check | undefined;
let inJson: Check | undefined;

/** Compiles each schema on first use, because the reachable schemas are most of Stripe's API. */
function checker(schemas: Schemas, coerceTypes: boolean): Check {
  const ajv = new Ajv({ strict: false, coerceTypes, code: { optimize: false } });
  const compiled = new Map<string, ValidateFunction>();
  const validator = (path: readonly string[]): ValidateFunction => {
    const key = path.join(" ");
    const found = compiled.get(key) ?? ajv.compile(follow(schemas, path));
    compiled.set(key, found);
    return found;
  };
  const is: SchemaValidateFunction = (name: string, value: unknown, _, at) => {
    const validate = validator([name]);
    if (validate(value)) return true;
    const within = at?.instancePath ?? "";
    is.errors = validate.errors?.map((one) => ({ ...one, instancePath: within + one.instancePath })) ?? [];
    return false;
  };
  ajv.addKeyword({ keyword: "is", schemaType: "string", errors: "full", validate: is });
  return (path, value) => {
    const validate = validator(path);
    return validate(value) ? undefined : describeErrors(validate.errors ?? []);
  };
}

/** Returns a schema by its name and a path of members. */
function follow(schemas: Schemas, [name = "", ...members]: readonly string[]): Schema {
  const schema = schemas[name];
  if (!schema) throw new Error(`Unknown schema ${name}.`);
  const [first, ...rest] = members;
  if (first === undefined) return schema;
  const member = (schema["properties"] as Schemas)[first];
  if (!member) throw new Error(`The schema ${name} has no member ${first}.`);
  return rest.length === 0 ? member : follow(schemas, [String(member["is"]), ...rest]);
}

/** Returns only the innermost errors, which belong to the closest alternative of a union. */
function describeErrors(errors: readonly ErrorObject[]): string {
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split("/").length;
  const deepest = Math.max(...errors.map(depth));
  return errors
    .filter((error) => depth(error) === deepest)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join("; ");
}
