/** Checks that docs/command-line.md has the help of every command. `--write` (part of `npm run fix`) updates it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderHelp } from "../packages/cli/src/command.ts";
import { COMMANDS } from "../packages/cli/src/commands/table.ts";

const DOCUMENT = join(import.meta.dirname, "../docs/command-line.md");

const HEAD = `# Command line

This page is generated from the table of commands that \`knockon help COMMAND\` prints. [Install the command line](install.md) first.

| command | what it does |
|---|---|
${COMMANDS.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${summary} |`).join("\n")}

**Where the graph is.** Most commands answer from the report of a scan (\`--in FILE\`) or from a server (\`--url URL\`). Without either, they use
\`KNOCKON_URL\`, or the server of \`knockon login\`. A server needs an API key in \`KNOCKON_API_KEY\` or from \`knockon login\`. \`--key\` takes it, too,
but other users of a machine can read arguments.

**Files.** \`-\` as a file is standard input or standard output. Output files are opened before the work starts.

**Output.** Results go to standard output, notes and progress to standard error. \`--quiet\` leaves out notes, progress and the summary of a scan.
\`NO_COLOR\` turns off bold text in a terminal. Unprintable characters in names from repositories are escaped, such as \`\\u{1b}\`.

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | \`knockon check\` found a break that \`--fail-on\` names |
| 2 | invalid arguments, files or a server that can't be read, or an internal error |
| 3 | \`knockon check\` could not decide |

| variable | meaning |
|---|---|
| \`KNOCKON_URL\`, \`KNOCKON_API_KEY\` | server and API key; take precedence over \`knockon login\` |
| \`KNOCKON_CACHE_DIR\`, \`XDG_CACHE_HOME\`, \`LOCALAPPDATA\` (Windows) | folder of the [cache](install.md#cache) |
| \`XDG_CONFIG_HOME\`, \`APPDATA\` (Windows) | folder of \`knockon/login.json\`, which \`knockon login\` writes (\`~/.config\` by default) |
| \`NODE_COMPILE_CACHE\` | folder of compiled code, if not in the cache |
| \`NO_COLOR\`, \`TERM=dumb\` | no bold text |
`;

const sections = await Promise.all(
  COMMANDS.map(async ({ name, load }) => `\n## ${name}\n\n\`\`\`text\n${renderHelp(await load())}\`\`\`\n`),
);
const expected = `${HEAD}${sections.join("")}`;

if (process.argv.includes("--write")) writeFileSync(DOCUMENT, expected);
else if (readFileSync(DOCUMENT, "utf8") !== expected) {
  process.stderr.write("docs/command-line.md is out of date. Run npm run fix.\n");
  process.exitCode = 1;
}
