import { posix } from "node:path";

/** A page: its Markdown file from the root of the repository, and its name in the sidebar. */
interface Page {
  text: string;
  file: string;
}

interface Section {
  text: string;
  pages: Page[];
  collapsed?: boolean;
}

const page = (text: string, file: string): Page => ({ text, file });

/** Everything that the site contains besides decisions and ecosystems, in reading order. */
export const SECTIONS: readonly Section[] = [
  {
    text: "Start",
    pages: [
      page("Overview", "docs/README.md"),
      page("Quickstart", "docs/quickstart.md"),
      page("Install the command line", "docs/install.md"),
      page("Concepts", "docs/concepts.md"),
    ],
  },
  {
    text: "Use",
    pages: [
      page("Scan your organization", "docs/scan.md"),
      page("Read an impact answer", "docs/impact.md"),
      page("Check a change", "docs/checks.md"),
      page("Check pull requests", "docs/pull-requests.md"),
      page("Check in pipelines", "docs/ci.md"),
      page("GitHub Action", "integrations/github-action/README.md"),
      page("GitLab component", "integrations/gitlab-component/README.md"),
      page("Coding agents", "docs/mcp.md"),
      page("Owners and bus factor", "docs/ownership.md"),
      page("Troubleshooting", "docs/troubleshooting.md"),
    ],
  },
  {
    text: "Reference",
    pages: [
      page("Command line", "docs/command-line.md"),
      page("API", "docs/api.md"),
      page("Ecosystems", "docs/ecosystems.md"),
      page("Breaks by ecosystem", "docs/breaks.md"),
      page("Configuration", "docs/configuration.md"),
      page("Changelog", "CHANGELOG.md"),
    ],
  },
  {
    text: "Run a server",
    pages: [
      page("Self-hosting", "docs/self-hosting.md"),
      page("Kubernetes", "docs/kubernetes.md"),
      page("Supply chain", "docs/supply-chain.md"),
      page("GitHub and GitLab", "docs/git-hosts.md"),
      page("AWS", "docs/deploy.md"),
      page("Operations", "docs/operations.md"),
      page("Security", "docs/security.md"),
      page("Billing", "docs/billing.md"),
    ],
  },
  {
    text: "How well it works",
    pages: [
      page("Accuracy", "docs/accuracy.md"),
      page("Incidents", "docs/incidents.md"),
      page("Speed", "bench/README.md"),
    ],
  },
  {
    text: "Contribute",
    collapsed: true,
    pages: [
      page("Contributing", "CONTRIBUTING.md"),
      page("Architecture", "ARCHITECTURE.md"),
      page("Example organization", "examples/README.md"),
      page("Tests", "docs/tests.md"),
      page("Design review", "docs/design-review.md"),
      page("Conformance", "docs/conformance.md"),
    ],
  },
];

/** Pages that the sidebar generates from their folder. */
export const DECISION = /^docs\/adr\/(.+)\.md$/u;
export const ECOSYSTEM = /^packages\/extract\/src\/(?:ecosystems\/)?([^/]+)\/README\.md$/u;

const LISTED = new Map(SECTIONS.flatMap(({ pages }) => pages.map(({ file }) => [file, pathOf(file)])));

function pathOf(file: string): string {
  if (file === "docs/README.md") return "index.md";
  const name = file.endsWith("/README.md")
    ? posix.basename(posix.dirname(file))
    : posix.basename(file, ".md");
  return `${name.toLowerCase()}.md`;
}

/** Returns the path of a file's page in the site; undefined if the site does not contain it. */
export function findPage(file: string): string | undefined {
  // The root's README is for people who find the repository. The site starts with its own page.
  if (file === "README.md" || file === "docs" || file === "docs/") return "index.md";
  const decision = DECISION.exec(file)?.[1];
  const ecosystem = ECOSYSTEM.exec(file)?.[1];
  if (decision !== undefined) return `adr/${decision}.md`;
  return ecosystem === undefined ? LISTED.get(file) : `ecosystems/${ecosystem}.md`;
}

/** Returns a heading's anchor as GitHub computes it, so that the same links work in the repository and in the site. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/gu, "-");
