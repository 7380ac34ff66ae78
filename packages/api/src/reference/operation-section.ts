import type { Content, OpenApiDocument, OpenApiOperation } from "@knockon/contract/openapi/document";
import { html } from "hono/html";
import { describeType, fieldsOf, renderFields, type Field } from "./fields.ts";
import { inline, joined, json, prose, type Markup } from "./markup.ts";

export interface Described {
  path: string;
  method: string;
  operation: OpenApiOperation;
}

/** Renders an operation, anchored at its ID. */
export function operationSection({ path, method, operation }: Described, document: OpenApiDocument): Markup {
  const { operationId, summary, description, requestBody, responses } = operation;
  const [[status, success] = [], ...errors] = Object.entries(responses);
  const parameters = parametersOf(operation, document);
  return html`
    <article id="${operationId}" aria-labelledby="${operationId}-title">
      <h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
      <p class="request"><b>${method.toUpperCase()}</b> <code>${path}</code></p>
      ${prose(description)}
      <pre><code>${curlOf(path, method, operation)}</code></pre>
      <h4>Parameters</h4>
      ${renderFields(parameters)}
      ${
        requestBody
          ? html`<h4>Request body${requestBody.required ? "" : " (optional)"}</h4>
              ${renderContent(requestBody.content)}`
          : ""
      }
      <h4>Response: ${status ?? ""}</h4>
      ${success?.content ? renderContent(success.content) : html`<p>No response body.</p>`}
      <p>
        Headers:
        ${joined(
          Object.keys(success?.headers ?? {}).map((name) => html`<a href="#header-${name}">${name}</a>`),
          ", ",
        )}
      </p>
      <h4>Errors</h4>
      <dl>
        ${errors.map(
          ([error, { description: meaning, content }]) => html`
            <div>
              <dt><code>${error}</code></dt>
              <dd class="type">${content ? describeType(content["application/json"].schema) : ""}</dd>
              <dd>${inline(meaning)}</dd>
            </div>
          `,
        )}
      </dl>
    </article>
  `;
}

function parametersOf({ parameters }: OpenApiOperation, { components }: OpenApiDocument): Field[] {
  return parameters.flatMap((one) => {
    const parameter =
      "name" in one ? one : components.parameters[one.$ref.slice(one.$ref.lastIndexOf("/") + 1)];
    if (!parameter) return [];
    const { name, schema, description, required: isRequired } = parameter;
    return [{ name, schema, description, isRequired }];
  });
}

/** Shows the fields of inline schemas, and a link for named ones. */
function renderContent({ "application/json": { schema, example } }: Content): Markup {
  const fields = fieldsOf(schema);
  return html`
    ${fields.length > 0 ? renderFields(fields) : html`<div>${describeType(schema)}</div>`}
    ${example === undefined ? "" : json(example)}
  `;
}

/**
 * Returns a curl command. Path parameters become shell variables such as `$SCAN_ID`. Sessions use the cookie file that curl
 * wrote at sign-in.
 */
function curlOf(path: string, method: string, operation: OpenApiOperation): string {
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

/** Returns the query parameters that have an example. */
function queryOf({ parameters }: OpenApiOperation): string {
  const given = parameters.flatMap((one) => {
    const [example] = "name" in one && one.in === "query" ? (one.schema.examples ?? []) : [];
    return "name" in one && typeof example === "string" ? [`${one.name}=${example}`] : [];
  });
  return given.length === 0 ? "" : `?${given.join("&")}`;
}
