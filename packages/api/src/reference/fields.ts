import type { JsonSchema } from "@knockon/contract/openapi/schemas";
import { html } from "hono/html";
import { inline, joined, type Markup } from "./markup.ts";
import { describeType } from "./schema-type.ts";

export interface Field {
  name: string;
  schema: JsonSchema;
  description: string | undefined;
  isRequired: boolean;
}

/** The fields of an object, those of objects within it by their path: `repo_errors[].code`. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix = ""): Field[] {
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([key, schema]) => {
    const name = prefix + key;
    const { description } = schema;
    const own: Field = { name, schema, description, isRequired: required.includes(key) };
    const { within, suffix } = objectWithin(schema);
    return within.properties ? [own, ...fieldsOf(within, `${name}${suffix}.`)] : [own];
  });
}

/** Itself, an item of it, or what it is unless it is null. */
function objectWithin(schema: JsonSchema): { within: JsonSchema; suffix: string } {
  const [option, ...others] = (schema.anyOf ?? []).filter((one) => one.type !== "null");
  if (option && others.length === 0) return objectWithin(option);
  if (schema.type !== "array") return { within: schema, suffix: "" };
  const { within, suffix } = objectWithin((schema.items ?? {}) as JsonSchema);
  return { within, suffix: `[]${suffix}` };
}

export const renderFields = (fields: readonly Field[]): Markup => html`
  <dl>
    ${fields.map(
      (field) => html`
        <div>
          <dt><code>${field.name}</code></dt>
          <dd class="type">${describeField(field)}</dd>
          <dd>${inline(field.description ?? "")}</dd>
        </div>
      `,
    )}
  </dl>
`;

const describeField = ({ schema, isRequired }: Field): Markup[] =>
  joined(
    [
      describeType(schema),
      ...(isRequired ? [] : [html`optional`]),
      ...(schema.default === undefined ? [] : [html`default <code>${JSON.stringify(schema.default)}</code>`]),
    ],
    ", ",
  );
