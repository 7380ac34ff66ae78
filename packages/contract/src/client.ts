import type { z } from "zod";
import { API_PREFIX, type OperationInput, type ResponseOf } from "./operation.ts";

export type Input<T extends OperationInput> = {
  [K in "params" | "query" | "body" as T[K] extends z.ZodType ? K : never]: T[K] extends z.ZodType
    ? z.input<T[K]>
    : never;
} & (T extends { idempotent: true } ? { idempotencyKey?: string } : unknown);

/** An error response. `message` is its `detail`; `body` is the parsed body if it is JSON. */
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
  /** An empty string means the origin of the page. */
  baseUrl: string;
  /** If omitted, the browser's session cookie is used. */
  key?: string;
  /** Sent as `X-Workspace-Id`. */
  workspaceId?: string;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Sends the requests instead of the global `fetch`, for a service in the same process. */
  fetch?: (url: string, init: RequestInit) => Response | Promise<Response>;
}

/** A page of a list. `total` counts the items of all pages. */
export interface Page<T> {
  items: T;
  total: number;
  /** Number of items that the naming rule leaves out. Absent if it does not apply. */
  unnamed?: number;
}

type Counted = OperationInput & { counted: true };

/** Returns a function that calls operations: `call(getScan, { params: { scan_id } })`. Throws ApiError. */
export function createClient(options: ClientOptions) {
  return async <const T extends OperationInput>(
    operation: T,
    input: Input<T>,
    signal?: AbortSignal,
  ): Promise<ResponseOf<T>> => {
    const response = await send(options, operation, input, signal);
    return parseResponse(operation, response);
  };
}

/** Returns a function that calls paginated operations. Throws ApiError. */
export function createPageClient(options: ClientOptions) {
  return async <const T extends Counted>(
    operation: T,
    input: Input<T>,
    signal?: AbortSignal,
  ): Promise<Page<ResponseOf<T>>> => {
    const response = await send(options, operation, input, signal);
    const total = Number(response.headers.get("X-Total-Count"));
    const unnamed = response.headers.get("X-Unnamed-Count");
    const items = await parseResponse(operation, response);
    return { items, total, ...(unnamed !== null && { unnamed: Number(unnamed) }) };
  };
}

export interface DownloadedFile {
  blob: Blob;
  /** From `Content-Disposition`. */
  name: string | undefined;
}

/** Returns a function that downloads files. Throws ApiError. */
export function createFileClient(options: ClientOptions) {
  return async <const T extends OperationInput & { streamed: true }>(
    operation: T,
    input: Input<T>,
  ): Promise<DownloadedFile> => downloadedFile(await send(options, operation, input, undefined));
}

/** Returns a function that downloads all items of a list as CSV. Throws ApiError. */
export function createCsvClient(options: ClientOptions) {
  const asCsv = { ...options, headers: { ...options.headers, Accept: "text/csv" } };
  return async <const T extends Counted>(operation: T, input: Input<T>): Promise<DownloadedFile> =>
    downloadedFile(await send(asCsv, operation, input, undefined));
}

async function downloadedFile(response: Response): Promise<DownloadedFile> {
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
  return { blob: await response.blob(), name };
}

async function send(
  { baseUrl, key, workspaceId, headers, fetch: sendRequest = fetch }: ClientOptions,
  operation: OperationInput,
  { params, query, body, idempotencyKey }: RequestParts,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await sendRequest(
    `${baseUrl.replace(/\/$/, "")}${API_PREFIX}${target(operation.path, params, query)}`,
    {
      method: operation.method,
      headers: {
        ...headers,
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

async function parseResponse<T extends OperationInput>(
  operation: T,
  response: Response,
): Promise<ResponseOf<T>> {
  const body: unknown = response.status === 204 ? {} : await response.json();
  return operation.response.parse(body) as ResponseOf<T>;
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
  const given = Object.entries(query).flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.map((one): [string, unknown] => [name, one]);
  });
  const search = new URLSearchParams(
    given
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]),
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
    // A response from a proxy instead of the service: only its status is meaningful.
  }
  return new ApiError(response.status, detail, response.headers.get("X-Request-ID"), body);
}
