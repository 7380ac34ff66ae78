import type { Visitor } from "./visitor.ts";

/** Names to search for, of what pages show. */
export interface PageSubjects {
  /** A repository with many dependents, some of them on the next run. */
  producer: string;
  /** Its ID, for a graph that starts at another one by default. */
  producerId?: string;
  /** A repository with many dependencies. */
  consumer: string;
  /** A used artifact. */
  artifact: string;
  /** An artifact with inputs. */
  parameterized: string;
}

const EXAMPLES: PageSubjects = {
  producer: "base-image",
  consumer: "storefront",
  artifact: "base-image",
  parameterized: "service.yml",
};

/** A page and how to open it. */
export interface KnownPage {
  name: string;
  /** Opens the page in the workspace. */
  go: (visitor: Visitor, workspacePath: string) => Promise<void>;
}

const at = (name: string, path: string): KnownPage => ({
  name,
  go: ({ open }, workspacePath) => open(workspacePath + path),
});

/** Opens a page through a list, since its ID is not known in advance. */
const first = (name: string, list: string, search = ""): KnownPage => ({
  name,
  async go({ page, open, settle }, workspacePath) {
    await open(workspacePath + list);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("navigation", { name: "Breadcrumb" }).waitFor();
    if (search === "") await settle();
    else await open(new URL(page.url()).pathname + search);
  },
});

/** The impact of a repository with many dependents. */
const impactOf = (name: string, { producer }: PageSubjects): KnownPage => ({
  name,
  async go({ page, open, settle }, workspacePath) {
    await open(`${workspacePath}/repositories?q=${producer}`);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("navigation", { name: "Breadcrumb" }).waitFor();
    await page.getByRole("link", { name: "Impact", exact: true }).last().click();
    await page.waitForURL(/impact\?/u);
    await page.locator("[data-row-link]").first().waitFor();
    await settle();
  },
});

/** The same impact with the first row expanded. */
const impactOpenOf = (name: string, subjects: PageSubjects): KnownPage => ({
  name,
  async go(visitor, workspacePath) {
    await impactOf(name, subjects).go(visitor, workspacePath);
    await visitor.page.locator("[data-row-link]").first().click();
    await visitor.page.getByRole("list", { name: "Evidence" }).first().waitFor();
    await visitor.page
      .getByTitle(/^Scanned commit/u)
      .first()
      .waitFor();
    await visitor.settle();
  },
});

/** The same impact with the menu of roles open. */
const impactRolesOf = (name: string, subjects: PageSubjects): KnownPage => ({
  name,
  async go(visitor, workspacePath) {
    await impactOf(name, subjects).go(visitor, workspacePath);
    const change = visitor.page.getByRole("button", { name: "Edit question" });
    if (await change.isVisible()) await change.click();
    await visitor.page.getByRole("button", { name: /^Roles/u }).click();
    await visitor.page.getByRole("menuitemcheckbox").first().waitFor();
    await visitor.settle();
  },
});

/** Pages outside a workspace. */
export const PUBLIC_PAGES: readonly KnownPage[] = [
  "/login",
  "/login?error=access_denied",
  "/signup",
  "/verify?error=token_expired",
  "/forgot",
  "/reset",
  "/reset?token=a",
  "/invitations/a",
].map((path) => ({ name: path.slice(1).replaceAll(/[?=/]/gu, "-"), go: ({ open }) => open(path) }));

/** The path of the graph around the producer. */
const graphOf = ({ producerId }: PageSubjects, search = ""): string =>
  `/graph?${[...(producerId === undefined ? [] : [`root=${producerId}`]), ...(search === "" ? [] : [search])].join("&")}`;

/** Pages of a workspace with these subjects. */
export const workspacePages = (subjects: PageSubjects): readonly KnownPage[] => [
  at("overview", ""),
  at("impact-empty", "/impact"),
  impactOf("impact", subjects),
  impactOpenOf("impact-open", subjects),
  impactRolesOf("impact-roles", subjects),
  at("repositories", "/repositories"),
  at("repositories-filtered", "/repositories?q=a&sort=-activity"),
  at("repositories-none", "/repositories?q=no-such-name"),
  first("repository", `/repositories?q=${subjects.producer}`),
  first("repository-dependencies", `/repositories?q=${subjects.consumer}`, "?tab=dependencies"),
  first("repository-artifacts", `/repositories?q=${subjects.producer}`, "?tab=artifacts"),
  at("graph", graphOf(subjects)),
  at("graph-both", graphOf(subjects, "direction=both&depth=3")),
  at("graph-whole", "/graph?whole=true"),
  at("graph-clusters", "/graph?whole=true&group=ecosystem"),
  at("graph-table", graphOf(subjects, "view=table")),
  at("artifacts", "/artifacts"),
  at("artifacts-external", "/artifacts?of=external"),
  at("artifacts-unused", "/artifacts?of=unused"),
  first("artifact", `/artifacts?q=${subjects.artifact}`),
  first("artifact-versions", `/artifacts?q=${subjects.artifact}`, "?tab=versions"),
  first("artifact-interface", `/artifacts?q=${subjects.parameterized}`, "?tab=interface"),
  first("artifact-interface-open", `/artifacts?q=${subjects.artifact}`, "?tab=interface"),
  at("unresolved", "/unresolved"),
  at("unresolved-none", "/unresolved?q=no-such-name"),
  at("checks", "/checks"),
  at("checks-none", "/checks?conclusion=success"),
  first("check", "/checks"),
  at("latent-breaks", "/latent-breaks"),
  at("latent-breaks-none", "/latent-breaks?q=no-such-name"),
  at("problems", "/problems"),
  at("scans", "/scans"),
  first("scan", "/scans"),
  at("orgs", "/settings/orgs"),
  at("orgs-installed", "/settings/orgs?installation=recorded"),
  at("org-new", "/settings/orgs/new"),
  first("org", "/settings/orgs"),
  at("members", "/settings/members"),
  at("api-keys", "/settings/api-keys"),
  at("audit", "/settings/audit"),
  at("workspace", "/settings/workspace"),
  at("account", "/settings/account"),
  at("billing", "/settings/billing"),
  at("ownership", "/ownership"),
  at("ownership-all", "/ownership?min_dependents=0&max_bus_factor=1000000"),
  at("ownership-people", "/ownership?by=people"),
  first("repository-ownership", `/repositories?q=${subjects.producer}`, "?tab=ownership"),
  at("not-found", "/repositories/00000000-0000-4000-8000-000000000000"),
];

/** Pages of the example organization. */
export const WORKSPACE_PAGES: readonly KnownPage[] = workspacePages(EXAMPLES);
