import { z } from "zod";
import {
  API_PREFIX,
  isRateLimited,
  type OperationAuth,
  type OperationInput,
  type SignatureHeader,
} from "./operation.ts";
import { collectSchemas, type JsonSchema, type SchemaCollector } from "./openapi-schemas.ts";
import { ErrorBody, ValidationError } from "./resources/error.ts";

interface Reference {
  $ref: string;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Content {
  "application/json": { schema: JsonSchema };
}

interface OpenApiResponse {
  description: string;
  headers: Record<string, Reference>;
  content?: Content;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, OpenApiResponse>;
}

export interface OpenApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string };
  servers?: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; required: boolean; schema: JsonSchema }>;
    securitySchemes: typeof SECURITY_SCHEMES;
  };
}

const VERSION = "1.12.3";

const RateLimitError = ErrorBody.extend({ retry_after: z.int().min(1) }).meta({ id: "RateLimitError" });

const SECURITY_SCHEMES = {
  ApiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key" },
  BearerKey: { type: "http", scheme: "bearer", description: "A workspace API key, `svc_…`." },
  GitHubSignature: {
    type: "apiKey",
    in: "header",
    name: "X-Hub-Signature-256",
    description: "`sha256=` and the HMAC of the body's bytes by the org's webhook secret.",
  },
  GitLabToken: {
    type: "apiKey",
    in: "header",
    name: "X-Gitlab-Token",
    description: "The org's webhook secret.",
  },
  SessionCookie: { type: "apiKey", in: "cookie", name: "service_access" },
} as const;

const SCHEMES_OF = { key: ["ApiKeyHeader", "BearerKey"], session: ["SessionCookie"] } as const;

const SCHEME_OF_SIGNATURE = {
  "X-Hub-Signature-256": "GitHubSignature",
  "X-Gitlab-Token": "GitLabToken",
} as const satisfies Record<SignatureHeader, keyof typeof SECURITY_SCHEMES>;

const PARAMETERS: Record<string, Parameter> = {
  XWorkspaceId: {
    name: "X-Workspace-Id",
    in: "header",
    required: false,
    description: "The workspace that is meant. A key has one of its own and needs none.",
    schema: { type: "string", format: "uuid" },
  },
};

const HEADERS = {
  "X-Request-ID": {
    description: "Names this request in logs; a well-formed one that the request carried is kept.",
    required: true,
    schema: { type: "string" },
  },
  "X-Total-Count": {
    description: "How many items match, on all pages together.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
  "Retry-After": { description: "Seconds.", required: true, schema: { type: "integer", minimum: 1 } },
  "RateLimit-Policy": {
    description: "How many mutations a key may make in how many seconds. Absent where none could be counted.",
    required: false,
    schema: { type: "string", example: '"mutations";q=60;w=60' },
  },
  RateLimit: {
    description: "How many mutations are left, and for how many seconds there are no more of them.",
    required: false,
    schema: { type: "string", example: '"mutations";r=59;t=120' },
  },
} as const satisfies OpenApiDocument["components"]["headers"];

const RATE_HEADERS = ["RateLimit-Policy", "RateLimit"] as const;

const ERRORS = {
  400: { description: "Well-formed, and without a meaning", schema: ErrorBody },
  401: { description: "No valid credential", schema: ErrorBody },
  402: { description: "The plan does not include it", schema: ErrorBody },
  403: { description: "The role does not allow it", schema: ErrorBody },
  404: { description: "Absent, or another workspace's", schema: ErrorBody },
  409: { description: "The resource's state does not allow it now", schema: ErrorBody },
  422: { description: "The request does not fit its schema", schema: ValidationError },
  429: { description: "Too many requests", schema: RateLimitError },
  500: { description: "A fault of the service", schema: ErrorBody },
} as const;

/** The OpenAPI 3.1 document of the operations. The same operations give the same document, byte for byte. */
export function openApiDocument(
  operations: readonly OperationInput[],
  { serverUrl }: { serverUrl?: string } = {},
): OpenApiDocument {
  const collector = collectSchemas();
  const paths: OpenApiDocument["paths"] = {};
  for (const operation of operations) {
    const item = (paths[`${API_PREFIX}${operation.path}`] ??= {});
    item[operation.method.toLowerCase()] = describeOperation(operation, collector);
  }
  return {
    openapi: "3.1.1",
    info: { title: "Knockon", version: VERSION },
    ...(serverUrl !== undefined && { servers: [{ url: serverUrl }] }),
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
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    security: securityOf(operation),
    parameters: [
      ...parametersIn("path", operation.params, collector),
      ...parametersIn("query", operation.query, collector),
      ...(isSigned(operation) ? [] : [{ $ref: "#/components/parameters/XWorkspaceId" }]),
    ],
    ...(operation.body && {
      requestBody: {
        required: !operation.body.safeParse({}).success,
        content: jsonContent(collector.add(operation.body, "input")),
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
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function successOf(operation: OperationInput, collector: SchemaCollector): OpenApiResponse {
  return {
    description: "Success",
    headers: headersOf(
      "X-Request-ID",
      ...(operation.counted ? (["X-Total-Count"] as const) : []),
      ...(isRateLimited(operation) ? RATE_HEADERS : []),
    ),
    ...(operation.status !== 204 && { content: jsonContent(collector.add(operation.response, "output")) }),
  };
}

/** What every operation answers, what follows from whom it admits, and its own. */
function errorStatuses(operation: OperationInput): Set<keyof typeof ERRORS> {
  const { auth, errors } = operation;
  // Of nobody who is known, about nothing that is named.
  if (isSigned(operation)) return new Set([422, 500, ...errors]);
  const statuses = new Set<keyof typeof ERRORS>([401, 404, 422, 500, ...errors]);
  const isOfSession = auth.credentials.includes("session");
  // A person with several workspaces has to name one, unless the path does.
  if (isOfSession && auth.role !== null && !operation.params) statuses.add(400);
  if (auth.feature) statuses.add(402);
  // A role too low, a key where a person is asked for, or another site's page.
  if (operation.method !== "GET" || !auth.credentials.includes("key") || isAboveViewer(auth))
    statuses.add(403);
  if (isRateLimited(operation)) statuses.add(429);
  return statuses;
}

const isSigned = ({ auth }: OperationInput): boolean => auth.credentials === "signature";

const isAboveViewer = ({ role }: OperationAuth): boolean => role !== null && role !== "viewer";

/** A 401 is of nobody who could be counted. */
function errorResponse(
  status: keyof typeof ERRORS,
  operation: OperationInput,
  collector: SchemaCollector,
): OpenApiResponse {
  const { description, schema } = ERRORS[status];
  return {
    description,
    headers: headersOf(
      "X-Request-ID",
      ...(status === 429 ? (["Retry-After"] as const) : []),
      ...(isRateLimited(operation) && status !== 401 ? RATE_HEADERS : []),
    ),
    content: jsonContent(collector.add(schema, "output")),
  };
}

const jsonContent = (schema: JsonSchema): Content => ({ "application/json": { schema } });

const headersOf = (...names: (keyof typeof HEADERS)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
