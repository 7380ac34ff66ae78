/** Runs the GitLab component and the recipes of docs/ci.md over the example organization, with the variables that each host sets. */
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { buildPackage } from "@knockon/cli/build/build-package";
import { runKnockon } from "@knockon/cli/testing/run-knockon";
import { makeExampleOrganization } from "@knockon/functions/local/example-organization";
import { Ajv, type ValidateFunction } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const folder = mkdtempSync(join(tmpdir(), "knockon-pipelines-"));
const WORKFLOW = ".github/workflows/service.yml";
/** The clone in which a job runs: a branch renames an input of a reusable workflow. */
const checkout = join(folder, "checkout");
const report = join(folder, "acme.json");

/** The compiled code of the processes, most of which start alike. */
const COMPILED = { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };

let tarball: string;
let revisions: { base: string; head: string };
/** Serves the report to jobs with the right token. */
let host: Server;
/** The token of the last request to the object storage. */
let tokenOfStorage: unknown;

beforeAll(async () => {
  tarball = await buildPackage(folder);
  const acme = await makeExampleOrganization(folder);
  await runKnockon(["scan", acme, "--json", report]);
  git(folder, "clone", "--quiet", join(acme, "actions"), "checkout");
  git(checkout, "checkout", "--quiet", "-b", "rename");
  // The repository is found by this URL, which is local.
  const url = "https://github.com/acme/actions.git";
  git(checkout, "config", `url.${join(acme, "actions")}.insteadOf`, url);
  git(checkout, "remote", "set-url", "origin", url);
  const text = readFileSync(join(checkout, WORKFLOW), "utf8");
  writeFileSync(join(checkout, WORKFLOW), text.replace(/^ {6}name:/mu, "      service:"));
  git(checkout, "commit", "--quiet", "--all", "--message", "Rename an input");
  const revision = (name: string) => git(checkout, "rev-parse", name);
  revisions = { base: revision("main"), head: revision("HEAD") };
  git(checkout, "checkout", "--quiet", "--detach");
  host = createServer((request, response) => {
    if (request.url === "/api/v4/stored") {
      response.writeHead(302, { Location: `${hostUrl()}/public/acme.json?storage` }).end("Moved.");
      return;
    }
    if (request.url?.endsWith("?storage")) tokenOfStorage = request.headers["job-token"];
    const isAllowed =
      request.headers["job-token"] === "job-secret" || request.url?.startsWith("/public/acme.json");
    response.writeHead(isAllowed ? 200 : 404).end(isAllowed ? readFileSync(report) : "");
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
}, 120_000);

afterAll(() => {
  host.close();
  rmSync(folder, { recursive: true });
});

const hostUrl = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

/** `KNOCKON_RELEASE=all` installs the package in each job. Otherwise only the first job does, and the others continue with it. */
const isDeep = process.env["KNOCKON_RELEASE"] === "all";
let installed: string | undefined;

/** Jobs run in images with curl. A machine without it leaves out those that download the graph. */
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** Runs the script of a job. Global packages go to a folder of the job. */
function runJob(script: string, variables: Record<string, string>) {
  const prefix = mkdtempSync(join(folder, "job-"));
  if (installed !== undefined && !isDeep) {
    mkdirSync(join(prefix, "bin"));
    symlinkSync(join(installed, "bin/knockon"), join(prefix, "bin/knockon"));
    writeFileSync(join(prefix, "bin/npm"), '#!/bin/sh\ntest "$1" = install\n', { mode: 0o755 });
  }
  installed ??= prefix;
  git(checkout, "clean", "--quiet", "-ffdx");
  const env = {
    PATH: [join(prefix, "bin"), dirname(process.execPath), process.env["PATH"]].join(":"),
    HOME: prefix,
    ...COMPILED,
    npm_config_prefix: prefix,
    npm_config_offline: "true",
    ...variables,
  };
  return new Promise<{ exitCode: number; stdout: string; stderr: string }>((resolve) => {
    execFile("bash", ["-eo", "pipefail", "-c", script], { cwd: checkout, env }, (error, stdout, stderr) =>
      resolve({ exitCode: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

const readOutput = (file: string): string => readFileSync(join(checkout, file), "utf8");

describe("the GitLab component", () => {
  const source = readFileSync(join(import.meta.dirname, "gitlab-component/templates/check.yml"), "utf8");
  const schema = readFileSync(
    join(import.meta.dirname, "gitlab-component/fixtures/ci-subset.schema.json"),
    "utf8",
  );
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, formats: { regex: true } }).addSchema(
    JSON.parse(schema) as object,
    "ci",
  );

  interface Job {
    script: string[];
    variables: Record<string, string>;
  }

  const [header, template = ""] = source.split(/^---$/mu);
  const { spec } = parse(header ?? "") as {
    spec: { inputs: Record<string, { default: string; regex?: string }> };
  };

  /** Inserts the inputs into the text of the template, as GitLab does. */
  function getJob(inputs: Record<string, string>): Job {
    const text = template.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/gu, (_, name: string) => {
      const input = spec.inputs[name];
      if (!input) throw new Error(`The input ${name} is not declared.`);
      const value = inputs[name] ?? input.default;
      if (!new RegExp(input.regex ?? "", "u").test(value)) throw new Error(`Invalid ${name}: ${value}`);
      return value;
    });
    return (parse(text) as Record<string, Job>)[inputs["job_name"] ?? "knockon"] as Job;
  }

  const run = ({ script, variables }: Job, more: Record<string, string> = {}) => {
    const predefined: Record<string, string> = {
      CI_API_V4_URL: `${hostUrl()}/api/v4`,
      CI_JOB_TOKEN: "job-secret",
      CI_COMMIT_SHA: revisions.head,
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
      CI_MERGE_REQUEST_DIFF_BASE_SHA: revisions.base,
      ...more,
    };
    const expanded = Object.entries(variables).map(([name, value]) => [
      name,
      value.replace(/\$(\w+)/gu, (_, variable: string) => predefined[variable] ?? ""),
    ]);
    return runJob(script.join("\n"), { ...predefined, ...Object.fromEntries(expanded) });
  };

  it("has the keywords of GitLab", () => {
    const validate = (name: string) => ajv.getSchema(`ci#/definitions/${name}`) as ValidateFunction;
    const [first, second] = parseAllDocuments(source).map((document) => document.toJS() as object);
    expect([validate("header")(first), validate("header").errors]).toEqual([true, null]);
    for (const job of Object.values(second ?? {}))
      expect([validate("job")(job), validate("job").errors]).toEqual([true, null]);
    const used = new Set([...template.matchAll(/inputs\.(\w+)/gu)].map(([, name]) => name));
    expect(used).toEqual(new Set(Object.keys(spec.inputs)));
  });

  describe("in a pipeline, by an independent implementation of GitLab's files with GitLab's schema", () => {
    const project = join(folder, "project");
    const component = join(project, "templates/check.yml");
    /** Includes the component, and returns the pipeline or why it is invalid. */
    const render = (inputs: object, text = source) => {
      writeFileSync(component, text);
      const include = [{ local: "templates/check.yml", inputs }];
      writeFileSync(join(project, ".gitlab-ci.yml"), JSON.stringify({ include }));
      const command = join(import.meta.dirname, "../node_modules/gitlab-ci-local/dist/index.js");
      const env = { PATH: process.env["PATH"], HOME: project, ...COMPILED };
      return new Promise<string>((resolve) => {
        execFile(process.execPath, [command, "--preview"], { cwd: project, env }, (_, stdout, stderr) =>
          resolve(stdout + stderr),
        );
      });
    };

    beforeAll(() => {
      createRepository(project, { "templates/check.yml": source });
      git(project, "remote", "add", "origin", "https://gitlab.com/acme/actions.git");
    });

    it("is valid and has the inputs", async () => {
      const pipeline = await render({ graph: "acme.json", fail_on: "merge", job_name: "impact" });
      expect(pipeline).toMatch(/^impact:$/mu);
      expect(pipeline).toContain("KNOCKON_GRAPH: acme.json");
      expect(pipeline).toContain("KNOCKON_FAIL_ON: merge");
      expect(pipeline).not.toContain("[[");
    });

    it.each([
      ["an invalid input", { fail_on: "always" }, source, "does not match required regex"],
      ["an unknown keyword", {}, source.replace("  rules:", "  rulez:"), "'rulez' property is not expected"],
    ])("is rejected with %s", async (_, inputs, text, message) => {
      expect(await render(inputs, text)).toContain(message);
    });
  });

  it("documents its inputs", () => {
    const readme = readFileSync(join(import.meta.dirname, "gitlab-component/README.md"), "utf8");
    const [, table = ""] = readme.split("| input |");
    const rows = table.split("\n").map((row) => row.split("|")[1] ?? "");
    const names = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/gu)].map(([, name]) => name));
    expect(new Set(names)).toEqual(new Set(Object.keys(spec.inputs)));
  });

  it.runIf(hasCurl)(
    "installs the command, fetches the graph with the job's token, and writes both reports",
    async () => {
      const graph = "$CI_API_V4_URL/projects/acme%2Fgraph/jobs/artifacts/main/raw/acme.json?job=scan";
      const inputs = { package: tarball, graph, fail_on: "merge" };
      const { exitCode, stdout, stderr } = await run(getJob(inputs));
      expect([exitCode, stderr]).toEqual([1, ""]);
      expect(stdout).toContain("This change breaks 2 repositories: 1 on its next run, 1 when bumped.");
      expect(JSON.parse(readOutput("knockon.codequality.json"))).toHaveLength(4);
      expect(readOutput("knockon.junit.xml")).toContain('tests="4" failures="2"');
    },
  );

  it("takes a file, and the source commit of a pipeline of merged results", async () => {
    const inputs = { package: tarball, graph: report, repository: "acme/actions", min_confidence: "0.5" };
    const more = { CI_COMMIT_SHA: revisions.base, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: revisions.head };
    const { exitCode, stdout } = await run(getJob(inputs), more);
    expect([exitCode, stdout.includes("breaks 2 repositories")]).toEqual([0, true]);
  });

  it.runIf(hasCurl)("is allowed to be undecided, and does not send the token to other hosts", async () => {
    const elsewhere = `${hostUrl()}/private/acme.json`;
    expect((await run(getJob({ package: tarball, graph: elsewhere }))).exitCode).toBe(22);
    const unknown = { package: tarball, graph: `${hostUrl()}/public/acme.json`, repository: "acme/gone" };
    expect((await run(getJob(unknown))).exitCode).toBe(3);
    // GitLab redirects to its object storage, which is another host.
    tokenOfStorage = "not requested";
    const stored = { package: tarball, graph: "$CI_API_V4_URL/stored", repository: "acme/actions" };
    expect((await run(getJob(stored))).exitCode).toBe(0);
    expect(tokenOfStorage).toBeUndefined();
    expect(template).toContain("allow_failure:\n    exit_codes: 3\n");
  });

  it("passes inputs without interpreting them", async () => {
    const repository = `acme/x"; touch hacked; echo "`;
    const job = getJob({ package: tarball, graph: report });
    const { stderr } = await run({ ...job, variables: { ...job.variables, KNOCKON_REPOSITORY: repository } });
    expect(stderr).toContain(`The graph does not contain the repository "${repository}".`);
    expect(() => readOutput("hacked")).toThrow("ENOENT");
  });
});

describe("the recipes of docs/ci.md", () => {
  const guide = readFileSync(join(import.meta.dirname, "../docs/ci.md"), "utf8");
  const blocks = [...guide.matchAll(/^```yaml\n([^]*?)^```$/gmu)].map(([, block = ""]) => block);
  const recipe = (part: string): object =>
    parse(blocks.find((block) => block.includes(part)) ?? "") as object;
  const common = () => ({ KNOCKON_PACKAGE: tarball, KNOCKON_GRAPH: `${hostUrl()}/public/acme.json` });

  it("are YAML", () => {
    expect(blocks.length).toBeGreaterThan(6);
    for (const block of blocks) expect(parse(block)).toBeTypeOf("object");
  });

  it.runIf(hasCurl)("Bitbucket: fails and writes test results", async () => {
    const { pipelines } = recipe("BITBUCKET_COMMIT") as {
      pipelines: { "pull-requests": { "**": { step: { script: string[] } }[] } };
    };
    const script = pipelines["pull-requests"]["**"].flatMap(({ step }) => step.script);
    const variables = { BITBUCKET_PR_DESTINATION_BRANCH: "main", BITBUCKET_COMMIT: revisions.head };
    const { exitCode, stdout } = await runJob(script.join("\n"), { ...common(), ...variables });
    expect([exitCode, stdout.includes("breaks 2 repositories")]).toEqual([1, true]);
    expect(readOutput("test-results/knockon.xml")).toContain('failures="2"');
  });

  it.runIf(hasCurl).each(["refs/heads/main", "main"])(
    "Azure Pipelines: fails and writes test results and a summary, with the target %s",
    async (target) => {
      const { steps } = recipe("SYSTEM_PULLREQUEST_SOURCECOMMITID") as { steps: { bash?: string }[] };
      const [check = "", upload = ""] = steps.flatMap(({ bash }) => bash ?? []);
      const variables = {
        SYSTEM_PULLREQUEST_TARGETBRANCH: target,
        SYSTEM_PULLREQUEST_SOURCECOMMITID: revisions.head,
      };
      const { exitCode, stdout } = await runJob(check, { ...common(), ...variables });
      expect([exitCode, stdout.includes("acme/payments")]).toEqual([1, false]);
      expect(readOutput("knockon.md")).toContain("`acme/payments`");
      expect(readOutput("knockon.xml")).toContain('failures="2"');
      const summary = `##vso[task.uploadsummary]${checkout}/knockon.md\n`;
      expect(await runStep(upload)).toBe(summary);
    },
  );

  /** Runs a later step of a job. */
  const runStep = (script: string) =>
    new Promise<string>((resolve) =>
      execFile("bash", ["-c", script], { cwd: checkout }, (_, stdout) => resolve(stdout)),
    );
});
