import type { OpenApiDocument, OpenApiOperation } from "@knockon/contract/openapi/document";
import * as fc from "fast-check";
import { anyJson, anyText, anyValid, type KnownValues, type ValueSchema } from "./any-value.ts";

/** A request to an operation of the OpenAPI document, without a credential. */
export interface FuzzedRequest {
  /** The operation's key in the document. */
  path: string;
  method: string;
  /** Path and query with the parameters bound. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  caller: string;
}

export interface FuzzOptions {
  document: OpenApiDocument;
  /** Names of credentials. Each request draws one. */
  callers: readonly string[];
  /** Returns the existing IDs that requests to an operation may use. */
  knownFor: (operationId: string) => KnownValues;
}

const CONTENT_TYPES = [
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  "application/json-patch+json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "\u00fc/\u00fc",
];
const UNPARSABLE = [
  "",
  "{",
  "NaN",
  '{"name":"\\ud800"}',
  '{"__proto__":{"name":"a"}}',
  "\ufeff{}",
  "[".repeat(100_000),
  `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  `{"name":"${"x".repeat(1_100_000)}"}`,
];

/** Generators of valid, slightly invalid and arbitrary requests, one per operation of the document, by operation ID. */
export const requestsByOperation = (options: FuzzOptions): [string, fc.Arbitrary<FuzzedRequest>][] =>
  Object.entries(options.document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, fc.Arbitrary<FuzzedRequest>] => [
      operation.operationId,
      anyRequestTo(options, path, method, operation),
    ]),
  );

function anyRequestTo(
  { document, callers, knownFor }: FuzzOptions,
  path: string,
  method: string,
  operation: OpenApiOperation,
): fc.Arbitrary<FuzzedRequest> {
  const known = knownFor(operation.operationId);
  const parametersIn = (place: string): Named[] =>
    operation.parameters.flatMap((one) =>
      "schema" in one && one.in === place ? [{ name: one.name, schema: one.schema as ValueSchema }] : [],
    );
  const inPath = parametersIn("path");
  return fc
    .record({
      params: fc.tuple(...inPath.map(({ name, schema }) => anyParameter(schema, known, name))),
      query: anyQuery(parametersIn("query"), known),
      headers: anyHeaders(known),
      body: anyBody(document, operation, known),
      type: mostly(fc.constant("application/json"), fc.constantFrom(...CONTENT_TYPES), 9),
      caller: fc.constantFrom(...callers),
    })
    .map(({ params, query, headers, body, type, caller }) => {
      const bound = inPath.reduce(
        (target, { name }, index) => target.replace(`{${name}}`, encode(params[index] ?? "")),
        path,
      );
      const search = new URLSearchParams(query).toString();
      return {
        path,
        method: method.toUpperCase(),
        target: search === "" ? bound : `${bound}?${search}`,
        headers: body === undefined ? headers : { ...headers, "Content-Type": type },
        body,
        caller,
      };
    });
}

interface Named {
  name: string;
  schema: ValueSchema;
}

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

const anyParameter = (schema: ValueSchema, known: KnownValues, name: string): fc.Arbitrary<string> =>
  mostly(anyValid(schema, known, name).map(String), anyText, 8);

/** Encodes a path segment. A segment that is empty or that URL parsing would resolve away becomes `dots`. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/^(\.|%2e){0,2}$/iu, "dots");

const anyQuery = (parameters: readonly Named[], known: KnownValues): fc.Arbitrary<[string, string][]> =>
  fc
    .tuple(
      fc.subarray(parameters.map(({ name }) => name)),
      fc.tuple(...parameters.map(({ name, schema }) => anyParameter(schema, known, name))),
      mostly(fc.constant<[string, string][]>([]), fc.array(fc.tuple(anyText, anyText), { maxLength: 2 }), 6),
      mostly(fc.constant(1), fc.constant(2), 20),
    )
    .map(([chosen, values, others, times]) => {
      const declared = parameters.flatMap(({ name }, index): [string, string][] =>
        chosen.includes(name) ? Array.from({ length: times }, () => [name, values[index] ?? ""]) : [],
      );
      return [...declared, ...others].map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]);
    });

/** Text that HTTP allows in a header: single bytes without control characters. */
const anyHeaderText = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCodePoint(code)),
    maxLength: 300,
  })
  .map((text) => text.replaceAll("\u007f", ""));

const anyHeaders = (known: KnownValues): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    {
      "X-Workspace-Id": mostly(fc.constantFrom(...(known["workspace_id"] ?? [])), anyHeaderText, 4),
      "X-Request-ID": mostly(fc.uuid(), anyHeaderText, 1),
      Accept: anyHeaderText,
    },
    { requiredKeys: [] },
  );

function anyBody(
  { components }: OpenApiDocument,
  { requestBody }: OpenApiOperation,
  known: KnownValues,
): fc.Arbitrary<string | undefined> {
  if (!requestBody) return fc.constant(undefined);
  const schema = requestBody.content["application/json"].schema as ValueSchema;
  const named = schema.$ref?.split("/").at(-1);
  const valid = anyValid(
    named === undefined ? schema : (components.schemas[named] as ValueSchema),
    known,
    "",
  );
  const text = (value: unknown): string => JSON.stringify(value) ?? "";
  return fc.oneof(
    { weight: 6, arbitrary: valid.map(text) },
    {
      weight: 6,
      arbitrary: fc.tuple(valid, anyChange).map(([value, change]) => text(change(value as object))),
    },
    { weight: 1, arbitrary: anyJson.map(text) },
    {
      weight: 1,
      arbitrary: fc.tuple(valid, fc.nat(80)).map(([value, length]) => text(value).slice(0, length)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...UNPARSABLE) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

type Change = (value: object) => object;

/** Drops, replaces, wraps or adds a field. */
const anyChange: fc.Arbitrary<Change> = fc
  .tuple(fc.nat(), fc.constantFrom("drop", "replace", "wrap", "add"), anyText, anyJson)
  .map(([choice, kind, name, other]) => (value) => {
    const fields = Object.entries(value);
    const at = fields.length === 0 ? -1 : choice % fields.length;
    if (kind === "add" || at < 0) return Object.fromEntries([...fields, [name, other]]);
    const changed = fields.flatMap(([field, one], index): [string, unknown][] => {
      if (index !== at) return [[field, one]];
      if (kind === "drop") return [];
      return [[field, kind === "wrap" ? [one] : other]];
    });
    return Object.fromEntries(changed);
  });
