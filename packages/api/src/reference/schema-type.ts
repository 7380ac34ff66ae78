import type { JsonSchema } from "@knockon/contract/openapi/schemas";
import { html } from "hono/html";
import { joined, type Markup } from "./markup.ts";

const MANY_WORDS = 10;
const FORMATS: Readonly<Record<string, string>> = {
  uuid: "UUID",
  "date-time": "instant",
  email: "e-mail address",
};

/** Where the fields of a resource are. */
export const schemaAnchor = (name: string): string => `schema-${name}`;

/** What a value is, in a few words; a resource is a link to its fields. */
export function describeType(schema: JsonSchema): Markup {
  if (schema.$ref !== undefined) return linkTo(schema.$ref);
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return describeWords(schema.enum.map(String));
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

function describeWords(words: readonly string[]): Markup {
  const list = joined(
    words.map((word) => html`<code>${word}</code>`),
    ", ",
  );
  if (words.length <= MANY_WORDS) return html`${list}`;
  return html`<details>
    <summary>one of ${words.length}</summary>
    ${list}
  </details>`;
}

function describeObject({ additionalProperties }: JsonSchema): Markup {
  const isRecord = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  return isRecord ? html`object of ${describeType(additionalProperties)}` : html`object`;
}

/** Lengths, sizes and forms, as far as a schema has them. */
function boundsOf({ minimum, maximum, minLength, maxLength, pattern }: JsonSchema): string[] {
  return [
    ...(minimum !== undefined ? [`at least ${minimum}`] : []),
    ...(maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(minLength !== undefined && minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(pattern !== undefined ? [`matches ${pattern}`] : []),
  ];
}
