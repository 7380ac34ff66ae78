import { html } from "hono/html";

/** HTML that is safe to stand in other HTML: every text in it was escaped by `html`. */
export type Markup = ReturnType<typeof html>;

/** Markdown, as much as the document's own words have: paragraphs, `## ` headings and inline code. */
export const prose = (text: string): Markup[] =>
  text
    .split("\n\n")
    .map((block) =>
      block.startsWith("## ") ? html`<h2>${block.slice(3)}</h2>` : html`<p>${inline(block)}</p>`,
    );

export const inline = (text: string): Markup[] =>
  text.split("`").map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));

export const joined = (parts: readonly Markup[], separator: string): Markup[] =>
  parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`));

/** A value as a reader wants to see it. */
export const json = (value: unknown): Markup =>
  html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;
