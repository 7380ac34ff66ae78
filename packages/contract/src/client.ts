import type { z } from "zod";
import { API_PREFIX, type OperationInput, type ResponseOf } from "./operation.ts";

export type Input<T extends OperationInput> = {
  [K in "params" | "query" | "body" as T[K] extends z.ZodType ? K : never]: T[K] extends z.ZodType
    ? z.input<T[K]>
    : never;
} & (T extends { idempotent: true } ? { idempotencyKey?: string } : unknown);

/** The service refused. `detail` is its own words, `body` the whole answer if it is JSON. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId: string | null;
  readonly body: unknown;
  constructor(status: number, detail: string, requestId: string | null, body?: unknown) {
    super(detail);
    this.status = status;
    this.requestId = requestId;
    this.body = body;
  }
}

export interface ClientOptions {
  /** Empty for the origin of the page. */
  baseUrl: string;
  /** Without one, the session of the browser speaks. */
  key?: string;
  /** Which of a person's workspaces collections are of. */
  workspaceId?: string;
}

/** A page of a list, and how many items there are on all of them. */
export interface Page<T> {
  items: T;
  total: number;
}

type Counted = OperationInput & { counted: true };

/** Calls operations by their declaration: `call(getScan, { params: { scan_id } })`. Throws ApiError. */
export function createClient(options: ClientOptions) {
  return async <const T extends OperationInput>(
    operation: T,
    input: Input<T>,
    signal?: AbortSignal,
  ): Promise<ResponseOf<T>> => {
    const response = await send(options, operation, input, signal);
    return answerOf(operation, response);
  };
}

/** Calls operations that count: their answer, and `X-Total-Count`. Throws ApiError. */
export function createPageClient(options: ClientOptions) {
  return async <const T extends Counted>(
    operation: T,
    input: Input<T>,
    signal?: AbortSignal,
  ): Promise<Page<ResponseOf<T>>> => {
    const response = await send(options, operation, input, signal);
    const total = Number(response.headers.get("X-Total-Count"));
    return { items: await answerOf(operation, response), total };
  };
}

/** What a browser keeps of an answer. */
export interface DownloadedFile {
  blob: Blob;
  /** As the service calls it. */
  name: string | undefined;
}

/** Calls operations that answer with a file, and takes it as it is. Throws ApiError. */
export function createFileClient(options: ClientOptions) {
  return async <const T extends OperationInput & { streamed: true }>(
    operation: T,
    input: Input<T>,
  ): Promise<DownloadedFile> => {
    const response = await send(options, operation, input, undefined);
    const [, name] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
    return { blob: await response.blob(), name };
  };
}

async function send(
  { baseUrl, key, workspaceId }: ClientOptions,
  operation: OperationInput,
  { params, query, body, idempotencyKey }: RequestParts,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await fetch(
    `${baseUrl.replace(/\/$/, "")}${API_PREFIX}${target(operation.path, params, query)}`,
    {
      method: operation.method,
      headers: {
        ...(key !== undefined && { "X-API-Key": key }),
        ...(workspaceId !== undefined && { "X-Workspace-Id": workspaceId }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    },
  );
  if (!response.ok) throw await apiError(response);
  return response;
}

async function answerOf<T extends OperationInput>(operation: T, response: Response): Promise<ResponseOf<T>> {
  const answer: unknown = response.status === 204 ? {} : await response.json();
  return operation.response.parse(answer) as ResponseOf<T>;
}

interface RequestParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
  idempotencyKey?: string;
}

function target(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const bound = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === "" ? bound : `${bound}?${search}`;
}

async function apiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  let detail = `HTTP ${response.status}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
    const given = (body as { detail?: unknown }).detail;
    detail = typeof given === "string" ? given : JSON.stringify(given ?? text);
  } catch {
    // Not the service's own answer, but a proxy's: its status says all there is.
  }
  return new ApiError(response.status, detail, response.headers.get("X-Request-ID"), body);
}
