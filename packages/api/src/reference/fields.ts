import type { JsonSchema } from "@knockon/contract/openapi/schemas";
import { html } from "hono/html";
import { inline, joined, type Markup } from "./markup.ts";

export interface Field {
  name: string;
  schema: JsonSchema;
  description: string | undefined;
  isRequired: boolean;
}

/** Returns the fields of an object. Nested fields have paths such as `repo_errors[].code`. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix = ""): Field[] {
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([key, schema]) => {
    const name = prefix + key;
    const { description } = schema;
    const own: Field = { name, schema, description, isRequired: required.includes(key) };
    const { within, suffix } = objectWithin(schema);
    return within.properties ? [own, ...fieldsOf(within, `${name}${suffix}.`)] : [own];
  });
}

/** Unwraps arrays and nullable types. */
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

const MAX_INLINE_VALUES = 10;
const FORMATS: Readonly<Record<string, string>> = {
  uuid: "UUID",
  "date-time": "timestamp",
  email: "email address",
};

export const schemaAnchor = (name: string): string => `schema-${name}`;

/** Describes a type in a few words. Named schemas become links. */
export function describeType(schema: JsonSchema): Markup {
  if (schema.$ref !== undefined) return linkTo(schema.$ref);
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return describeEnum(schema.enum.map(String));
  const options = schema.anyOf ?? schema.oneOf;
  if (options)
    return html`${joined(
      options.map((option) => describeType(option)),
      " or ",
    )}`;
  if (schema.type === "array") return html`list of ${describeType((schema.items ?? {}) as JsonSchema)}`;
  if (schema.type === "object") return describeObject(schema);
  return html`${[FORMATS[schema.format ?? ""] ?? schema.type ?? "any value", ...boundsOf(schema)].join(", ")}`;
}

const linkTo = (ref: string): Markup => {
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  return html`<a href="#${schemaAnchor(name)}">${name}</a>`;
};

function describeEnum(words: readonly string[]): Markup {
  const list = joined(
    words.map((word) => html`<code>${word}</code>`),
    ", ",
  );
  if (words.length <= MAX_INLINE_VALUES) return html`${list}`;
  return html`<details>
    <summary>one of ${words.length}</summary>
    ${list}
  </details>`;
}

function describeObject({ additionalProperties }: JsonSchema): Markup {
  const isRecord = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  return isRecord ? html`object of ${describeType(additionalProperties)}` : html`object`;
}

function boundsOf({ minimum, maximum, minLength, maxLength, pattern }: JsonSchema): string[] {
  return [
    ...(minimum !== undefined ? [`at least ${minimum}`] : []),
    ...(maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(minLength !== undefined && minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(pattern !== undefined ? [`matches ${pattern}`] : []),
  ];
}
