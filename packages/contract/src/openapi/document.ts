import type { JsonSchema } from "./schemas.ts";

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Content {
  "application/json": { schema: JsonSchema; example?: unknown };
  "text/csv"?: { schema: JsonSchema };
}

export interface OpenApiHeader {
  description: string;
  required: boolean;
  schema: JsonSchema;
}

interface OpenApiResponse {
  description: string;
  headers: Record<string, Reference>;
  content?: Content;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, OpenApiResponse>;
}

export interface SecurityScheme {
  type: "apiKey" | "http";
  in?: "header" | "cookie";
  name?: string;
  scheme?: "bearer";
  description: string;
}

/** The subset of OpenAPI 3.1 that the document uses. */
export interface OpenApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, OpenApiHeader>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}
