import type { OpenApiOperation } from "@knockon/contract/openapi/document";

/**
 * A request to paste. What identifies is a variable of the shell, after the parameter: `$SCAN_ID`. A session is the jar that
 * curl wrote at sign-in, and says from which origin it comes.
 */
export function curlOf(path: string, method: string, operation: OpenApiOperation): string {
  const { security, requestBody } = operation;
  const body = requestBody?.content["application/json"].example;
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"$KNOCKON_URL${bind(path)}${queryOf(operation)}"`,
    credentialOf(security, method),
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`]),
  ].join(" \\\n  ");
}

function credentialOf(security: OpenApiOperation["security"], method: string): string {
  const accepts = (name: string): boolean => security.some((scheme) => name in scheme);
  if (accepts("ApiKeyHeader")) return `-H "X-API-Key: $KNOCKON_API_KEY"`;
  if (accepts("GitHubSignature")) return `-H "X-Hub-Signature-256: sha256=$SIGNATURE"`;
  if (accepts("StripeSignature")) return `-H "Stripe-Signature: t=$SECONDS,v1=$SIGNATURE"`;
  if (accepts("GitLabToken")) return `-H "X-Gitlab-Token: $WEBHOOK_SECRET"`;
  return method === "get" ? "-b cookies" : `-b cookies -H "Origin: $KNOCKON_URL"`;
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
