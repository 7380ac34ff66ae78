import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { findPage } from "./pages.ts";

const LOCAL = /^(?![a-z]+:|#|\/)([^#]*)(#.*)?$/iu;

/**
 * Lets links between Markdown files work in the site as they do in the repository: a link to a page leads there, a link to any
 * other file to the repository. Without a repository, the other files are not linked.
 */
export const relativeLinks =
  (root: string, repository: string | undefined) =>
  (md: MarkdownRenderer): void => {
    md.core.ruler.push("relative-links", ({ tokens, env }) => {
      const { realPath } = env as { realPath?: string };
      if (realPath === undefined) return;
      const folder = posix.dirname(posix.relative(root, realPath));
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        const [, path = "", anchor = ""] = LOCAL.exec(token.attrGet("href") ?? "#") ?? [];
        if (token.type !== "link_open" || path === "") continue;
        const file = posix.join(folder, path);
        const page = findPage(file);
        if (page !== undefined) token.attrSet("href", `/${page}${anchor}`);
        else if (repository !== undefined) token.attrSet("href", `${repository}/blob/main/${file}${anchor}`);
        else token.attrs = [["class", "unlinked"]];
      }
    });
  };
