import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { beforeAll, expect, it } from "vitest";
import { runKnockon } from "../testing/run-knockon.ts";
import { temporaryFolder } from "../testing/temporary-organization.ts";

const folder = temporaryFolder();

/** Clears the screen, rings the bell, forges a line, reverses text, and commands the log of Azure Pipelines. */
const HOSTILE = "\u001b[2J\u0007\nforged\u202e\u009b##vso[task.prependpath]";
/** Commands the log of GitHub Actions at the start of a line. */
const COMMAND = "::set-output name=a::b";

/** An organization whose folder names, file names, references, tags and broken files are hostile. */
beforeAll(async () => {
  const producer = createRepository(join(folder, `acme/base${HOSTILE}`), {
    Dockerfile: "FROM debian:12\n",
    "release.sh": "docker push ghcr.io/acme/base:1.0.0\n",
    [`${HOSTILE}/package.json`]: "{,}",
    [`${COMMAND}/package.json`]: "{,}",
  }).replace(/\/\.git$/, "");
  git(producer, "commit", "--quiet", "--allow-empty", "--message=next");
  createRepository(join(folder, "acme/app"), {
    [`${HOSTILE}/Dockerfile`]: "FROM ghcr.io/acme/base:1.0.0\n",
    [`${COMMAND}/Dockerfile`]: "FROM ghcr.io/acme/base:1.0.0\n",
    "action.yml": `name: a\ninputs: { "${JSON.stringify(HOSTILE).slice(1, -1)}": { required: true } }\n`,
    CODEOWNERS: `* @acme/a${HOSTILE.replace("\n", "")}\n`,
  });
  await runKnockon(["scan", join(folder, "acme"), "--json", join(folder, "acme.json")]);
});

const REPOSITORY = `acme/base${HOSTILE}`;
const source = ["--in", "acme.json"];

it.each([
  [["scan", "acme"]],
  [["scan", "acme", "--json", "-"]],
  [["problems", ...source]],
  [["problems", ...source, "--json"]],
  [["impact", REPOSITORY, ...source]],
  [["impact", REPOSITORY, ...source, "--json"]],
  [["impact", `acme/${HOSTILE}`, ...source]],
  [["impact", REPOSITORY, ...source, "--path", HOSTILE]],
  [["check", ...source, "--repo", `acme/base${HOSTILE}`]],
  [["check", ...source, "--repo", `acme/base${HOSTILE}`, "--format", "markdown"]],
  [["replay", "acme", "--since", "2020-01-01", "--until", "2027-01-01"]],
  [["scan", `acme/${HOSTILE}`]],
  [["scan", "hostile.jsonl"]],
  [[HOSTILE]],
  [[COMMAND]],
])("%j prints nothing that a terminal or the log of a pipeline interprets", async (args) => {
  writeFileSync(join(folder, "hostile.jsonl"), JSON.stringify({ path: HOSTILE }));
  const { stdout, stderr } = await runKnockon(args, { cwd: folder });
  const printed = `${stdout}${stderr}`;
  expect(printed).not.toBe("");
  expect(printed.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(printed).not.toMatch(/^forged/m);
  expect(printed).not.toMatch(/##\w*\[|^\s*::/m);
});
