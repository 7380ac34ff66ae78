import type { z } from "zod";
import { BODIES } from "./examples/bodies.ts";
import { findExample } from "./examples/find-example.ts";
import {
  HEADERS,
  PARAMETERS,
  RATE_HEADERS,
  refersToHeaders,
  SCHEME_OF_SIGNATURE,
  SCHEMES_OF,
  SECURITY_SCHEMES,
  TAGS,
} from "./openapi/components.ts";
import type { Content, OpenApiDocument, OpenApiOperation, Parameter } from "./openapi/document.ts";
import { errorExample, ERRORS, errorStatuses, isAuthenticated, type ErrorStatus } from "./openapi/errors.ts";
import { INTRODUCTION } from "./openapi/introduction.ts";
import { collectSchemas, type JsonSchema, type SchemaCollector } from "./openapi/schemas.ts";
import { API_PREFIX, isRateLimited, type OperationAuth, type OperationInput } from "./operation.ts";

const VERSION = "1.12.3";

type OpenApiResponse = OpenApiOperation["responses"][string];

/** Returns the OpenAPI 3.1 document. Deterministic: equal operations produce identical bytes. */
export function openApiDocument(operations: readonly OperationInput[]): OpenApiDocument {
  const collector = collectSchemas();
  const paths: OpenApiDocument["paths"] = {};
  for (const operation of operations) {
    const item = (paths[`${API_PREFIX}${operation.path}`] ??= {});
    item[operation.method.toLowerCase()] = describeOperation(operation, collector);
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Knockon",
      version: VERSION,
      summary: "Change-impact analysis across repositories.",
      description: INTRODUCTION,
    },
    servers: [{ url: "/", description: "The origin that serves this document." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: collector.schemas,
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function describeOperation(operation: OperationInput, collector: SchemaCollector): OpenApiOperation {
  const { id, summary, description, tag, auth, body } = operation;
  return {
    operationId: id,
    summary,
    description: `${description}\n\n${describeAdmission(auth)}`,
    tags: [tag],
    security: securityOf(operation),
    parameters: [
      ...parametersIn("path", operation.params, collector),
      ...parametersIn("query", operation.query, collector),
      ...(isAuthenticated(operation) ? [{ $ref: "#/components/parameters/XWorkspaceId" }] : []),
      ...(operation.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: jsonContent(collector.add(body, "input"), BODIES[id]),
      },
    }),
    responses: {
      [operation.status]: successOf(operation, collector),
      ...Object.fromEntries(
        Array.from(errorStatuses(operation), (status) => [
          status,
          errorResponse(status, operation, collector),
        ]),
      ),
    },
  };
}

/** Describes who can call an operation. OpenAPI has no field for roles and plans. */
function describeAdmission({ credentials, role, feature }: OperationAuth): string {
  if (credentials === "none") return "No credential required.";
  if (credentials === "signature") return "Authenticated by signature.";
  const session =
    role === null ? "a session" : `a session with the role ${role}${role === "owner" ? "" : " or above"}`;
  const required = credentials.includes("key")
    ? credentials.includes("session")
      ? `Requires an API key or ${session}.`
      : "Requires an API key."
    : `Requires ${session}. API keys are not accepted.`;
  return feature === undefined ? required : `${required} Requires a plan with \`${feature}\`.`;
}

function securityOf({ auth: { credentials, signatureHeader } }: OperationInput): Record<string, string[]>[] {
  if (signatureHeader) return [{ [SCHEME_OF_SIGNATURE[signatureHeader]]: [] }];
  if (typeof credentials === "string") return [];
  return credentials.flatMap((credential) => SCHEMES_OF[credential].map((scheme) => ({ [scheme]: [] })));
}

function parametersIn(
  place: "path" | "query",
  schema: z.ZodObject | undefined,
  collector: SchemaCollector,
): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = collector.add(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }));
}

function successOf(operation: OperationInput, collector: SchemaCollector): OpenApiResponse {
  const { status, response, counted, named, streamed } = operation;
  return {
    description: "Success",
    headers: refersToHeaders(
      "X-Request-ID",
      ...(counted ? (["X-Total-Count"] as const) : []),
      ...(named ? (["X-Unnamed-Count"] as const) : []),
      ...(streamed ? (["Content-Disposition"] as const) : []),
      ...(status === 302 ? (["Location"] as const) : []),
      ...(isRateLimited(operation) ? RATE_HEADERS : []),
    ),
    ...(status !== 204 &&
      status !== 302 && {
        content: {
          ...jsonContent(collector.add(response, "output"), findExample(response)),
          ...(counted && { "text/csv": { schema: { type: "string" } } }),
        },
      }),
  };
}

function errorResponse(
  status: ErrorStatus,
  operation: OperationInput,
  collector: SchemaCollector,
): OpenApiResponse {
  const { description, schema } = ERRORS[status];
  return {
    description,
    headers: refersToHeaders(
      "X-Request-ID",
      ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
      ...(status === 429 ? (["Retry-After"] as const) : []),
      ...(isRateLimited(operation) && status !== 401 ? RATE_HEADERS : []),
    ),
    content: jsonContent(collector.add(schema, "output"), errorExample(status, operation)),
  };
}

const jsonContent = (schema: JsonSchema, example: unknown): Content => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});
