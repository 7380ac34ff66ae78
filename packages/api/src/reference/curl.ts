import type { OpenApiOperation } from "@knockon/contract/openapi/document";

/**
 * A request to paste. What identifies is a variable of the shell, after the parameter: `$SCAN_ID`. A session is the jar that
 * curl wrote at sign-in, and says from which origin it comes.
 */
export function curlOf(path: string, method: string, operation: OpenApiOperation): string {
  const { security, requestBody } = operation;
  const byKey = security.some((scheme) => "ApiKeyHeader" in scheme);
  const body = requestBody?.content["application/json"].example;
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"$KNOCKON_URL${bind(path)}${queryOf(operation)}"`,
    byKey
      ? `-H "X-API-Key: $KNOCKON_API_KEY"`
      : `-b cookies${method === "get" ? "" : ` -H "Origin: $KNOCKON_URL"`}`,
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`]),
  ].join(" \\\n  ");
}

const bind = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/gu, (_match, name: string) => `$${name.toUpperCase()}`);

/** The parameters that an example is given of. */
function queryOf({ parameters }: OpenApiOperation): string {
  const given = parameters.flatMap((one) => {
    const [example] = "name" in one && one.in === "query" ? (one.schema.examples ?? []) : [];
    return "name" in one && typeof example === "string" ? [`${one.name}=${example}`] : [];
  });
  return given.length === 0 ? "" : `?${given.join("&")}`;
}
