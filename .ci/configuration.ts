/** Checks that docs/configuration.md lists the server's settings. `--write` (part of `npm run fix`) updates it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SECRETS } from "../packages/functions/src/compose/secret-files.ts";
import { SERVER_SETTINGS } from "../packages/functions/src/compose/variables.ts";

const DOCUMENT = join(import.meta.dirname, "../docs/configuration.md");

const HEAD = `# Configuration

Environment variables of the server (\`npm start\`). This page is generated from
[\`variables.ts\`](../packages/functions/src/compose/variables.ts), as is \`npm start -- --help\`. The server refuses to start if a value is
invalid, and names the variable. [Self-hosting](self-hosting.md) shows how they work together. A deployment on AWS sets them from its secrets:
see [Deployment](deploy.md#settings). The [command line](command-line.md) has its own variables.

Secrets can also be in files: \`<name>_FILE\` is the path of a file with the value of
${SECRETS.map((name) => `\`${name}\``).join(", ")}.
`;

const code = (text: string): string => `\`${text}\``;

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

const groups = SERVER_SETTINGS.map(({ title, settings }) => {
  const rows = settings.map(
    ({ names, text, default: value = "" }) =>
      `| ${names.map(code).join(", ")} | ${cell(text)} | ${cell(value)} |`,
  );
  return `\n## ${title}\n\n| variable | meaning | default |\n|---|---|---|\n${rows.join("\n")}\n`;
});
const expected = `${HEAD}${groups.join("")}`;

if (process.argv.includes("--write")) writeFileSync(DOCUMENT, expected);
else if (readFileSync(DOCUMENT, "utf8") !== expected) {
  process.stderr.write("docs/configuration.md is out of date. Run npm run fix.\n");
  process.exitCode = 1;
}
