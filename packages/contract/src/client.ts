import type { z } from "zod";
import { API_PREFIX, type OperationInput, type ResponseOf } from "./operation.ts";

type Input<T extends OperationInput> = {
  [K in "params" | "query" | "body" as T[K] extends z.ZodType ? K : never]: T[K] extends z.ZodType
    ? z.input<T[K]>
    : never;
};

/** The service refused. `detail` is its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId: string | null;
  constructor(status: number, detail: string, requestId: string | null) {
    super(detail);
    this.status = status;
    this.requestId = requestId;
  }
}

/** Calls operations by their declaration: `call(getScan, { params: { scan_id } })`. Throws ApiError. */
export function createClient({ baseUrl, key }: { baseUrl: string; key: string }) {
  return async <const T extends OperationInput>(operation: T, input: Input<T>): Promise<ResponseOf<T>> => {
    const { params, query, body }: RequestParts = input;
    const response = await fetch(
      `${baseUrl.replace(/\/$/, "")}${API_PREFIX}${target(operation.path, params, query)}`,
      {
        method: operation.method,
        headers: { "X-API-Key": key, ...(body && { "Content-Type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      },
    );
    if (!response.ok) throw await apiError(response);
    const answer: unknown = response.status === 204 ? {} : await response.json();
    return operation.response.parse(answer) as ResponseOf<T>;
  };
}

interface RequestParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
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
  try {
    const parsed = (JSON.parse(text) as { detail?: unknown }).detail;
    detail = typeof parsed === "string" ? parsed : JSON.stringify(parsed ?? text);
  } catch {
    // Not the service's own answer, but a proxy's: its status says all there is.
  }
  return new ApiError(response.status, detail, response.headers.get("X-Request-ID"));
}
