import type { OpenApiDocument } from "@knockon/contract/openapi/document";
import { html } from "hono/html";
import { fieldsOf, renderFields, schemaAnchor } from "./fields.ts";
import { inline, prose, type Markup } from "./markup.ts";
import { operationSection, type Described } from "./operation-section.ts";

interface Group {
  name: string;
  description: string;
  anchor: string;
  operations: Described[];
}

/** Renders the reference as one page without scripts. Loads only its style sheet. */
export async function referencePage(document: OpenApiDocument, stylePath: string): Promise<string> {
  const { info, components } = document;
  const groups = groupsOf(document);
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} API ${info.version}</title>
        <link rel="stylesheet" href="${stylePath}" />
      </head>
      <body>
        <a class="skip" href="#reference">Skip to the reference</a>
        ${contents(groups)}
        <main id="reference">
          <h1>${info.title} API ${info.version}</h1>
          <p>${info.summary} Also available as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
          ${prose(info.description)}
          ${groups.map(
            ({ name, description, anchor, operations }) => html`
              <section id="${anchor}" aria-labelledby="${anchor}-title">
                <h2 id="${anchor}-title">${capital(name)}</h2>
                <p>${description}</p>
                ${operations.map((one) => operationSection(one, document))}
              </section>
            `,
          )}
          ${headers(components.headers)} ${resources(components.schemas)}
        </main>
      </body>
    </html>`;
  return page.toString();
}

const groupsOf = ({ tags, paths }: OpenApiDocument): Group[] => {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags.map((tag) => ({
    ...tag,
    anchor: `tag-${tag.name.replaceAll(" ", "-")}`,
    operations: all.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
};

const contents = (groups: readonly Group[]): Markup => html`
  <nav aria-label="Operations">
    <ul>
      ${groups.map(
        ({ name, anchor, operations }) => html`
          <li>
            <a href="#${anchor}">${capital(name)}</a>
            <ul>
              ${operations.map(
                ({ operation }) =>
                  html`<li><a href="#${operation.operationId}">${operation.operationId}</a></li>`,
              )}
            </ul>
          </li>
        `,
      )}
      <li><a href="#headers">Headers</a></li>
      <li><a href="#resources">Resources</a></li>
    </ul>
  </nav>
`;

const headers = (described: OpenApiDocument["components"]["headers"]): Markup => html`
  <section id="headers" aria-labelledby="headers-title">
    <h2 id="headers-title">Headers</h2>
    <dl>
      ${Object.entries(described).map(
        ([name, { description }]) => html`
          <div id="header-${name}">
            <dt><code>${name}</code></dt>
            <dd>${inline(description)}</dd>
          </div>
        `,
      )}
    </dl>
  </section>
`;

const resources = (schemas: OpenApiDocument["components"]["schemas"]): Markup => html`
  <section id="resources" aria-labelledby="resources-title">
    <h2 id="resources-title">Resources</h2>
    ${Object.entries(schemas)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([name, schema]) => html`
          <article id="${schemaAnchor(name)}" aria-labelledby="${schemaAnchor(name)}-title">
            <h3 id="${schemaAnchor(name)}-title"><a href="#${schemaAnchor(name)}">${name}</a></h3>
            ${renderFields(fieldsOf(schema))}
          </article>
        `,
      )}
  </section>
`;

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
