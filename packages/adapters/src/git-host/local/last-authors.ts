import { basename, dirname } from "node:path";
import { kindOf } from "@knockon/extract/history/kind-of";
import { parseMailmap } from "@knockon/extract/history/mailmap";
import { displayName, isDisplayable } from "@knockon/extract/history/person-name";
import { MAX_FILE_BYTES } from "@knockon/extract/snapshot";
import { runGit } from "./git.ts";

interface Lines {
  commitSha: string;
  file: string;
  lines: readonly number[];
}

/** A line that bots changed more often since a person did has no author here. */
const MAX_ROUNDS = 20;

/**
 * Returns the name of the last person who changed each line, by line, without an email address. Skips commits of bots, such as version
 * updates. Lines that only bots wrote are left out, and all lines if Git takes longer than `timeoutMs` or cannot read them.
 */
export async function findLastAuthors(
  gitDir: string,
  { commitSha, file, lines }: Lines,
  timeoutMs: number,
): Promise<Map<number, string>> {
  const deadline = performance.now() + timeoutMs;
  const { stdout } = await runGit(gitDir, ["cat-file", "blob", `${commitSha}:.mailmap`], {
    maxBytes: MAX_FILE_BYTES,
  });
  const mailmap = parseMailmap(stdout.toString("utf8"));
  const found = new Map<number, string>();
  const skipped = new Set<string>();
  let left = [...new Set(lines)];
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round += 1) {
    const rest = deadline - performance.now();
    const blamed = rest <= 0 ? [] : await blame(gitDir, { commitSha, file, lines: left }, skipped, rest);
    const ofBots = blamed.filter(({ line, commit, name, email }) => {
      const author = mailmap({ name, email });
      if (kindOf(author) !== "human") return !skipped.has(commit);
      const shown = displayName(author.name);
      if (isDisplayable(shown)) found.set(line, shown);
      return false;
    });
    for (const { commit } of ofBots) skipped.add(commit);
    left = ofBots.map(({ line }) => line);
  }
  return found;
}

interface Blamed {
  line: number;
  commit: string;
  name: string;
  email: string;
}

async function blame(
  gitDir: string,
  { commitSha, file, lines }: Lines,
  skipped: ReadonlySet<string>,
  timeoutMs: number,
): Promise<Blamed[]> {
  // The repository's configuration may name commits to ignore, in a file of the work tree, and a command that converts files.
  const folder = basename(gitDir) === ".git" ? dirname(gitDir) : gitDir;
  const options = [
    "--no-textconv",
    "--line-porcelain",
    ...Array.from(skipped, (one) => `--ignore-rev=${one}`),
  ];
  const selected = lines.map((line) => `-L${line},${line}`);
  const { exitCode, stdout } = await runGit(
    gitDir,
    ["-C", folder, "blame", ...options, ...selected, commitSha, "--", file],
    { timeoutMs: Math.ceil(timeoutMs) },
  );
  return exitCode === 0 ? parseBlame(stdout.toString("utf8")) : [];
}

/** Parses the porcelain format: a header with commit and lines, fields, and the text after a tab. */
function parseBlame(text: string): Blamed[] {
  const blamed: Blamed[] = [];
  for (const row of text.split("\n")) {
    const [, commit, line] = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(row) ?? [];
    const last = blamed.at(-1);
    if (commit !== undefined) blamed.push({ commit, line: Number(line), name: "", email: "" });
    else if (last && row.startsWith("author ")) last.name = row.slice("author ".length);
    else if (last && row.startsWith("author-mail "))
      last.email = row.slice("author-mail ".length).replace(/^<|>$/g, "");
  }
  return blamed;
}
