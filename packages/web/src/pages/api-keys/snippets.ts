export type SnippetId = "curl" | "github" | "gitlab";

interface Snippet {
  /** What to do with it. */
  lead: string;
  text: (origin: string, key: string) => string;
}

/** What a change to the repository hits, asked by a pipeline. The key is never in the file. */
const request = (origin: string, path: string): string[] => [
  `curl --fail-with-body -sS --get`,
  `  ${origin}/api/v1/impact`,
  `  --header "X-API-Key: $KNOCKON_API_KEY"`,
  `  --data-urlencode "full_path=${path}"`,
];

const indented = (lines: readonly string[], by: number): string =>
  lines.map((line) => " ".repeat(by) + line).join(" \\\n");

/** The first requests with a new key. */
export const SNIPPETS: Record<SnippetId, Snippet> = {
  curl: {
    lead: "Run in a terminal to list the first repositories.",
    text: (origin, key) =>
      `export KNOCKON_API_KEY=${key}\n` +
      indented(
        [`curl --header "X-API-Key: $KNOCKON_API_KEY"`, `  "${origin}/api/v1/repositories?limit=5"`],
        0,
      ),
  },
  github: {
    lead: "Store the key as the Actions secret KNOCKON_API_KEY. The step prints the impact of the repository.",
    text: (origin) =>
      `- name: Show impact\n` +
      `  env:\n    KNOCKON_API_KEY: \${{ secrets.KNOCKON_API_KEY }}\n` +
      `  run: |\n${indented(request(origin, "$GITHUB_REPOSITORY"), 4)}`,
  },
  gitlab: {
    lead: "Store the key as the masked CI/CD variable KNOCKON_API_KEY. The job prints the impact of the project.",
    text: (origin) =>
      `impact:\n  image: curlimages/curl\n  script:\n    - |\n` +
      indented(request(origin, "$CI_PROJECT_PATH"), 6),
  },
};
