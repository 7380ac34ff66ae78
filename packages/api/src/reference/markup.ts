import { html } from "hono/html";

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>;

/** Renders the subset of Markdown that the document uses: paragraphs, `## ` headings and inline code. */
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

export const json = (value: unknown): Markup =>
  html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;
