/** The documentation site: `npm run build:docs` writes it to `dist/docs`. */
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig, type DefaultTheme } from "vitepress";
import { anchorOf, DECISION, ECOSYSTEM, findPage, SECTIONS } from "./pages.ts";
import { relativeLinks } from "./relative-links.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, DOCS_REPOSITORY, DOCS_BASE } = process.env;

/** URL of the repository, for links to its files and to edit a page. */
const repository =
  DOCS_REPOSITORY ?? (GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : undefined);

const markdown = globSync("**/*.md", {
  cwd: ROOT,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|\.knockon)$/u.test(path),
});

const item = (file: string, text: string): DefaultTheme.SidebarItem => ({
  text,
  link: `/${findPage(file) ?? ""}`.replace(/(?:index)?\.md$/u, ""),
});

/** Items of the files that match, named by their first heading's words or by the captured name. */
const itemsOf = (pattern: RegExp): DefaultTheme.SidebarItem[] =>
  markdown
    .filter((file) => pattern.test(file))
    .toSorted()
    .map((file) => item(file, pattern.exec(file)?.[1]?.replaceAll("-", " ") ?? file));

const sidebar: DefaultTheme.SidebarItem[] = [
  ...SECTIONS.map(({ text, pages, collapsed = false }) => ({
    text,
    collapsed,
    items: pages.map(({ file, text: name }) => item(file, name)),
  })),
  { text: "Ecosystems", collapsed: true, items: itemsOf(ECOSYSTEM) },
  { text: "Decisions", collapsed: true, items: itemsOf(DECISION) },
];

export default defineConfig({
  title: "Knockon",
  description: "Which repositories get a change, when, and why.",
  base: DOCS_BASE ?? "/",
  srcDir: ROOT,
  srcExclude: markdown.filter((file) => file === "README.md" || findPage(file) === undefined),
  outDir: resolve(ROOT, "dist/docs"),
  cacheDir: resolve(ROOT, "node_modules/.cache/vitepress"),
  rewrites: (file) => findPage(file) ?? file,
  cleanUrls: true,
  lastUpdated: false,
  head: [["link", { rel: "icon", href: `${DOCS_BASE ?? "/"}favicon.svg` }]],
  markdown: {
    anchor: { slugify: anchorOf },
    languageAlias: { caddyfile: "nginx" },
    config: relativeLinks(ROOT, repository),
  },
  // Documents contain `{{ }}` of pipelines and charts, and no expressions of Vue.
  vue: { template: { compilerOptions: { delimiters: ["\u0001{", "}\u0001"] } } },
  vite: { publicDir: resolve(ROOT, "packages/web/public") },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    ...(repository !== undefined && {
      editLink: { pattern: `${repository}/edit/main/:path`, text: "Edit this page" },
      nav: [{ text: "Repository", link: repository }],
    }),
  },
});
