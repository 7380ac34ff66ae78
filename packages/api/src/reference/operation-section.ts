import type { Content, OpenApiDocument, OpenApiOperation } from "@knockon/contract/openapi/document";
import { html } from "hono/html";
import { curlOf } from "./curl.ts";
import { fieldsOf, renderFields, type Field } from "./fields.ts";
import { inline, joined, json, prose, type Markup } from "./markup.ts";
import { describeType } from "./schema-type.ts";

export interface Described {
  path: string;
  method: string;
  operation: OpenApiOperation;
}

/** One operation, at the anchor of its id: how it is asked, what it answers, how it refuses. */
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
          ? html`<h4>Body${requestBody.required ? "" : ", optional"}</h4>
              ${renderContent(requestBody.content)}`
          : ""
      }
      <h4>Answer: ${status ?? ""}</h4>
      ${success?.content ? renderContent(success.content) : html`<p>No body.</p>`}
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

/** What has no name of its own shows its fields here. */
function renderContent({ "application/json": { schema, example } }: Content): Markup {
  const fields = fieldsOf(schema);
  return html`
    ${fields.length > 0 ? renderFields(fields) : html`<div>${describeType(schema)}</div>`}
    ${example === undefined ? "" : json(example)}
  `;
}
