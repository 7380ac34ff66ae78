import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  commitFiles,
  createRepository,
  git,
} from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { runKnockon } from "@knockon/cli/testing/run-knockon";
import { temporaryFolder } from "@knockon/cli/testing/temporary-organization";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAction } from "../build/build-action.ts";
import { findExamples } from "./testing/webhook-examples.ts";

const folder = temporaryFolder();
const action = join(folder, "action");
/** The repository as its host has it, with the refs that it makes for a pull request. */
const remote = join(folder, "acme/ci");
const checkout = join(folder, "workspace");

const WORKFLOW = ".github/workflows/release.yml";
const workflow = (...secrets: string[]) =>
  `on:\n  workflow_call:\n    secrets:\n${secrets.map((name) => `      ${name}: { required: true }\n`).join("")}jobs: {}\n`;
/** Added to the branch after the change forked. It would count as removed if the change started at the end of the branch. */
const LATER = ".github/workflows/later.yml";
const caller = (ref: string, secrets: string[]) =>
  `on: push\njobs:\n  release:\n    uses: acme/ci/${WORKFLOW}@${ref}\n    secrets:\n${secrets.map((name) => `      ${name}: x\n`).join("")}`;

/** The consumers: one at the branch, one at a tag, and one with names that look like workflow commands. */
const CONSUMERS = {
  web: `${caller("main", ["NPM_TOKEN"])}  later:\n    uses: acme/ci/${LATER}@main\n`,
  old: caller("v1.0.0", ["NPM_TOKEN"]),
  "x\n::error::y ##[error]z": caller("main", ["NPM_TOKEN"]),
};

let commits: { forked: string; main: string; head: string; many: string };

beforeAll(async () => {
  createRepository(remote, { [WORKFLOW]: workflow("NPM_TOKEN") });
  git(remote, "remote", "add", "origin", "https://github.com/acme/ci.git");
  git(remote, "config", "uploadpack.allowAnySHA1InWant", "true");
  git(remote, "tag", "v1.0.0");
  commitFiles(remote, { "README.md": "Workflows" });
  for (const [name, file] of Object.entries(CONSUMERS))
    createRepository(join(folder, "acme", name), { [WORKFLOW]: file });
  await runKnockon(["scan", "acme", "--json", "acme.json"], { cwd: folder });
  const forked = git(remote, "rev-parse", "HEAD");
  git(remote, "checkout", "--quiet", "-b", "rename");
  commitFiles(remote, { [WORKFLOW]: workflow("REGISTRY_TOKEN") });
  const head = git(remote, "rev-parse", "HEAD");
  const many = Array.from({ length: 12 }, (_, index) => `TOKEN_${index + 10}`);
  commitFiles(remote, { [WORKFLOW]: workflow(...many) });
  const manyCommit = git(remote, "rev-parse", "HEAD");
  git(remote, "checkout", "--quiet", "main");
  // More than a first step fetches.
  for (let count = 0; count < 60; count++) commitFiles(remote, { [LATER]: `${workflow()}# ${count}\n` });
  const main = git(remote, "rev-parse", "HEAD");
  git(remote, "checkout", "--quiet", "--detach");
  git(remote, "merge", "--quiet", "--no-edit", head);
  git(remote, "update-ref", "refs/pull/1/merge", "HEAD");
  git(remote, "checkout", "--quiet", "main");
  commits = { forked, main, head, many: manyCommit };
  // As actions/checkout does with its defaults.
  git(folder, "init", "--quiet", "workspace");
  git(checkout, "remote", "add", "origin", `file://${remote}`);
  git(
    checkout,
    "fetch",
    "--quiet",
    "--no-tags",
    "--depth=1",
    "origin",
    "+refs/pull/1/merge:refs/remotes/pull/1/merge",
  );
  git(checkout, "checkout", "--quiet", "--force", "refs/remotes/pull/1/merge");
  await buildAction(action);
}, 120_000);

/** An event as GitHub documents it, with other commits. */
function makeEvent(name: string, change: object): { name: string; payload: object } {
  const [example = {}] = findExamples(name);
  const nested = example[name];
  return {
    name,
    payload: nested ? { ...example, [name]: { ...nested, ...change } } : { ...example, ...change },
  };
}

const pullRequest = (head: string) =>
  makeEvent("pull_request", { base: { sha: commits.main, ref: "main" }, head: { sha: head, ref: "rename" } });

interface Run {
  exitCode: number | null;
  /** Commands that the runner executes. */
  commands: string[];
  outputs: string;
  summary: string;
  stdout: string;
}

let runs = 0;

/** Runs the action as a runner does. */
async function run(
  event: ReturnType<typeof makeEvent>,
  inputs: Record<string, string>,
  cwd = checkout,
): Promise<Run> {
  const at = (name: string) => join(folder, `run${runs}-${name}`);
  runs += 1;
  writeFileSync(at("event.json"), JSON.stringify(event.payload));
  for (const name of ["output", "summary"]) writeFileSync(at(name), "");
  const given = Object.entries({ repository: "acme/ci", ...inputs });
  const child = spawn(process.execPath, [join(action, "lib/main.js")], {
    cwd,
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      GITHUB_WORKSPACE: cwd,
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: at("event.json"),
      GITHUB_OUTPUT: at("output"),
      GITHUB_STEP_SUMMARY: at("summary"),
      ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    },
  });
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stderr).toBe("");
  return {
    exitCode: await exited,
    commands: commandsIn(stdout),
    outputs: readFileSync(at("output"), "utf8"),
    summary: readFileSync(at("summary"), "utf8"),
    stdout,
  };
}

/** Finds workflow commands in both syntaxes, except where they are stopped. */
function commandsIn(stdout: string): string[] {
  const commands: string[] = [];
  let token: string | undefined;
  for (const line of stdout.split(/\r?\n/)) {
    if (token !== undefined) {
      if (line.trim() === `::${token}::`) token = undefined;
      continue;
    }
    token = /^::stop-commands::(?<token>.+)$/.exec(line.trim())?.groups?.["token"];
    if (token === undefined && (line.trimStart().startsWith("::") || line.includes("##[")))
      commands.push(line);
  }
  return commands;
}

const outputsOf = ({ outputs }: Run): Record<string, string> =>
  Object.fromEntries(
    [...outputs.matchAll(/^(\w+)<<(ghadelimiter_\S+)\n([^]*?)\n\2$/gmu)].map(
      ([, name = "", , value = ""]) => [name, value],
    ),
  );

const GRAPH = { graph: "../acme.json" };

describe("the GitHub Action", () => {
  it("checks a pull request in a checkout of one commit", async () => {
    const sarif = join(folder, "knockon.sarif");
    const result = await run(pullRequest(commits.head), {
      ...GRAPH,
      "fail-on": "merge",
      "sarif-file": sarif,
    });
    expect(outputsOf(result)).toEqual({ verdict: "breaks", breaks: "6", reached: "3" });
    expect(result.commands).toEqual([
      ...Array<string>(4).fill(
        expect.stringMatching(
          /^::error title=Knockon%3A breaks acme\/(?:web|x).*,file=\.github\/workflows\/release\.yml,line=4::secret "/u,
        ) as string,
      ),
      ...Array<string>(2).fill(
        expect.stringMatching(/^::warning title=Knockon%3A breaks acme\/old,file=/u) as string,
      ),
      "::error::This change breaks 3 repositories: 2 on their next run, 1 when bumped. 3 repositories get it.",
    ]);
    expect(result.exitCode).toBe(1);
    expect(result.summary).toContain("### Knockon\n\n**This change breaks 3 repositories");
    expect(result.summary).toContain(
      '| `secret "NPM_TOKEN" of acme/ci/.github/workflows/release.yml is removed',
    );
    const { runs: logs } = JSON.parse(readFileSync(sarif, "utf8")) as { runs: { results: object[] }[] };
    expect(logs[0]?.results).toHaveLength(6);
  });

  it("finds the commits of a merge group and of a push", async () => {
    const group = { base_sha: commits.forked, base_ref: "refs/heads/main", head_sha: commits.head };
    const events = [
      makeEvent("merge_group", group),
      makeEvent("push", {
        ref: "refs/heads/main",
        before: commits.forked,
        after: commits.head,
        deleted: false,
      }),
      makeEvent("push", {
        ref: "refs/heads/new",
        before: "0".repeat(40),
        after: commits.head,
        deleted: false,
        repository: { default_branch: "main" },
      }),
    ];
    for (const event of events) {
      const result = await run(event, GRAPH);
      expect(outputsOf(result)).toMatchObject({ verdict: "breaks", breaks: "6" });
      // Without `fail-on`, the check only informs.
      expect([result.exitCode, result.commands.length]).toEqual([0, 6]);
    }
  });

  it("takes base and head from the inputs", async () => {
    const result = await run(pullRequest(commits.head), { ...GRAPH, base: commits.head, head: commits.head });
    expect(outputsOf(result)).toMatchObject({ verdict: "clean", breaks: "0" });
    expect(result.commands).toEqual([]);
    expect(result.summary).toContain("**Nothing breaks.");
  });

  it.each([
    [{ ref: "refs/heads/gone", after: "0".repeat(40), deleted: true }, "The branch gone was deleted."],
    [{ ref: "refs/tags/v1.0.0" }, "refs/tags/v1.0.0 is not a branch."],
  ])("has nothing to check in a push of %j", async (change, reason) => {
    const result = await run(makeEvent("push", change), GRAPH);
    expect([result.exitCode, result.commands]).toEqual([
      0,
      [`::notice::There is nothing to check. ${reason}`],
    ]);
  });

  it("keeps the annotations within the limit of a step", async () => {
    const { exitCode, commands } = await run(pullRequest(commits.many), { ...GRAPH, "fail-on": "merge" });
    const count = (level: string) => commands.filter((line) => line.startsWith(`::${level}`)).length;
    expect([exitCode, count("error"), count("warning")]).toEqual([1, 10, 10]);
    expect(commands.at(-1)).toMatch(/^::error::This change breaks 3 repositories/u);
  });

  it("says which fetch-depth is needed if it can't fetch", async () => {
    const offline = join(folder, "offline");
    git(folder, "clone", "--quiet", "--depth=1", `file://${remote}`, "offline");
    git(offline, "remote", "set-url", "origin", `file://${folder}/gone`);
    const { exitCode, commands } = await run(pullRequest(commits.head), GRAPH, offline);
    expect(exitCode).toBe(1);
    expect(commands).toEqual([
      expect.stringMatching(
        /^::error::Can't fetch .* from origin \(.*\)\. Check out the whole history: set "fetch-depth: 0"/u,
      ),
    ]);
  });

  it("warns if the check is undecided, and fails if it is required", async () => {
    const unknown = { ...GRAPH, repository: "acme/cj" };
    const informing = await run(pullRequest(commits.head), unknown);
    expect(outputsOf(informing)).toMatchObject({ verdict: "undecided" });
    expect(informing.commands).toEqual([
      expect.stringContaining('The graph does not contain the repository "acme/cj". Did you mean "acme/ci"?'),
      expect.stringMatching(/^::warning::The check is undecided/u),
    ]);
    expect(informing.exitCode).toBe(0);
    expect((await run(pullRequest(commits.head), { ...unknown, "fail-on": "merge" })).exitCode).toBe(1);
  });

  it("asks a server, and masks its key", async () => {
    const server = createServer((_, response) =>
      response.writeHead(401).end('{"detail": "Invalid API key."}'),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exitCode, commands } = await run(pullRequest(commits.head), { url, key: "svc_secret" });
    server.close();
    expect(exitCode).toBe(1);
    expect(commands).toEqual([
      "::add-mask::svc_secret",
      "::error::The server returned HTTP 401: Invalid API key. Check the API key, or create another one in Settings, API keys.",
    ]);
  });

  it.each([
    [{}, "Set either the input graph, or the inputs url and key."],
    [{ url: "http://127.0.0.1:1" }, "The input key is empty. Store an API key as a secret."],
    [{ ...GRAPH, "fail-on": "merged" }, 'Invalid fail-on "merged". Did you mean "merge"?'],
    [{ graph: "gone.json" }, `Can't open "gone.json": no such file or directory.`],
  ])("rejects the inputs %j", async (inputs: Record<string, string>, message) => {
    const { exitCode, commands } = await run(pullRequest(commits.head), inputs);
    expect([exitCode, commands.length]).toEqual([1, 1]);
    expect(commands[0]).toContain(`::error::${message}`);
  });

  it("reads the inputs that action.yml declares", () => {
    const declared = readFileSync(join(action, "action.yml"), "utf8").split(/^outputs:/mu)[0] ?? "";
    const read = readFileSync(join(import.meta.dirname, "inputs.ts"), "utf8");
    const names = (source: string, pattern: RegExp) =>
      new Set([...source.matchAll(pattern)].map(([, name]) => name));
    expect(names(read, /read\("([\w-]+)"\)/gu)).toEqual(names(declared, /^ {2}([\w-]+):/gmu));
  });
});
