import * as z from "zod";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Converts Zod schemas to JSON Schemas. Schemas with an `id` in their metadata are collected under that name. */
export interface SchemaCollector {
  schemas: Record<string, JsonSchema>;
  add(schema: z.ZodType, io: "input" | "output"): JsonSchema;
}

/** Throws if two different schemas share an ID. */
export function collectSchemas(): SchemaCollector {
  const schemas: Record<string, JsonSchema> = {};
  return {
    schemas,
    add(schema, io) {
      const generated = z.toJSONSchema(schema, {
        io,
        override: ({ jsonSchema }) => simplify(jsonSchema, io),
      });
      const { $schema: _dialect, $defs = {}, ...own } = withComponentRefs(generated);
      for (const [id, definition] of Object.entries($defs)) {
        const known = (schemas[id] ??= definition);
        if (JSON.stringify(known) !== JSON.stringify(definition))
          throw new Error(`Two schemas are named ${id}`);
      }
      return own;
    },
  };
}

/** Drops redundant keywords, and allows unknown fields in responses, so that generated clients accept new ones. */
function simplify(schema: JsonSchema, io: "input" | "output"): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
}

const withComponentRefs = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
