import { Ajv, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from "ajv";
import type { EventType, Operation } from "./operations.ts";
import { publishedSchemas } from "./published-schemas.ts";
import type { Schema, Schemas } from "./schemas-of-types.ts";

/** What is otherwise than Stripe publishes, or undefined. Parameters come as text, and become what they stand for. */
export const flawsOfParams = (operation: Operation, params: unknown): string | undefined =>
  (inForms ??= checker(publishedSchemas(), true))(["Operations", operation, "params"], params);

export const flawsOfAnswer = (operation: Operation, answer: unknown): string | undefined =>
  (inJson ??= checker(publishedSchemas(), false))(["Operations", operation, "answer"], answer);

export const flawsOfRefusal = (answer: unknown): string | undefined =>
  (inJson ??= checker(publishedSchemas(), false))(["Refused"], answer);

export const flawsOfEvent = (type: EventType, event: unknown): string | undefined =>
  (inJson ??= checker(publishedSchemas(), false))(["Events", type], event);

type Check = (path: readonly string[], value: unknown) => string | undefined;
let inForms: Check | undefined;
let inJson: Check | undefined;

/** Each schema is compiled when something is held against it: all that can be reached is most of Stripe. */
function checker(schemas: Schemas, coerceTypes: boolean): Check {
  const ajv = new Ajv({ strict: false, coerceTypes });
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
    return validate(value) ? undefined : told(validate.errors ?? []);
  };
}

/** The schema of that name, or of a member of a member of it. */
function follow(schemas: Schemas, [name = "", ...members]: readonly string[]): Schema {
  const schema = schemas[name];
  if (!schema) throw new Error(`There is no schema ${name}.`);
  const [first, ...rest] = members;
  if (first === undefined) return schema;
  const member = (schema["properties"] as Schemas)[first];
  if (!member) throw new Error(`There is no ${first} in ${name}.`);
  return rest.length === 0 ? member : follow(schemas, [String(member["is"]), ...rest]);
}

/** Of all that a value is not, the innermost: the choice that it was nearest to. */
function told(errors: readonly ErrorObject[]): string {
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split("/").length;
  const deepest = Math.max(...errors.map(depth));
  return errors
    .filter((error) => depth(error) === deepest)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join("; ");
}
