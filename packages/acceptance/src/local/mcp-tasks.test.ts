import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callTool, startMcp } from "@knockon/cli/testing/mcp-client";
import { runKnockon } from "@knockon/cli/testing/run-knockon";
import { makeExampleOrganization } from "@knockon/functions/local/example-organization";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder: string;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knockon-tasks-"));
  await makeExampleOrganization(folder);
  await runKnockon(["scan", join(folder, "acme"), "--json", join(folder, "acme.json")]);
  client = await startMcp(["--in", join(folder, "acme.json")]);
});

afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true });
});

type Row = Record<string, unknown>;

/** What an agent takes from a row of an answer. */
type Read = (row: Row) => string;

const repository: Read = (row) => String(row["repository"]);
const line: Read = (row) => `${String(row["repository"])} ${String(row["file"])}:${String(row["line"])}`;
const use: Read = (row) => `${String(row["consumer"])} ${String(row["file"])}:${String(row["line"])}`;
const declared: Read = (row) => `${String(row["file"])}:${String(row["line"])}`;
const step: Read = (row) => `${String(row["wave"])} ${String(row["repository"])} ${String(row["action"])}`;
const consumers: Read = (row) => `${String(row["repository"])} ${String(row["consumers"])}`;

interface Task {
  tool: string;
  args: Record<string, unknown>;
  /** The list of the answer, and what to take from each of its rows. */
  from: string;
  read: Read;
  isMeant?: (row: Row) => boolean;
}

const impact = (args: Row, read = repository): Task => ({
  tool: "impact_of_change",
  args: { depth: 1, ...args },
  from: "affected",
  read,
});
/** Keeps rows whose line names an artifact, rather than only its repository. */
const named = (artifact: string, task: Task): Task => ({
  ...task,
  isMeant: ({ reference }) => String(reference).includes(artifact),
});
const find = (query: string): Task => ({
  tool: "find_artifact",
  args: { query },
  from: "artifacts",
  read: consumers,
});
const remove = (from: string, ...removes: Row[]): Task => ({
  tool: "check_change",
  args: { repository: from, removes },
  from: "uses",
  read: use,
});
const explain = (consumer: string, producer: string, artifact?: string): Task => ({
  tool: "explain_edge",
  args: { consumer, producer, ...(artifact !== undefined && { artifact }) },
  from: "declarations",
  read: declared,
});

const WORKFLOW = "acme/actions/.github/workflows/service.yml";

/** The expected sets come from reading the files of `examples/acme`. */
const TASKS: [question: string, task: Task, expected: string[]][] = [
  [
    "Which repositories get a new base image on their next build?",
    impact({ repository: "acme/base-image", clocks: ["next_run"] }, line),
    ["acme/legacy-billing Dockerfile:4"],
  ],
  [
    "Which repositories ship the base image?",
    impact({ repository: "acme/base-image", roles: ["runtime"] }),
    ["acme/legacy-billing", "acme/orders", "acme/payments", "acme/storefront"],
  ],
  [
    "Which repositories use the base image in any way?",
    impact({ artifact: "ghcr.io/acme/base-image" }),
    [
      "acme/actions",
      "acme/back-office",
      "acme/infrastructure",
      "acme/legacy-billing",
      "acme/orders",
      "acme/payments",
      "acme/storefront",
    ],
  ],
  [
    "Which pipelines run in the base image?",
    impact({ repository: "acme/base-image", roles: ["ci"] }, line),
    ["acme/actions deploy/action.yml:5", "acme/infrastructure .github/workflows/plan.yml:6"],
  ],
  [
    "Whose tests use the base image?",
    impact({ repository: "acme/base-image", roles: ["test"] }, line),
    ["acme/back-office tests/Dockerfile:3"],
  ],
  [
    "Which development containers use the base image?",
    impact({ repository: "acme/base-image", roles: ["dev"] }, line),
    ["acme/payments .devcontainer/devcontainer.json:3"],
  ],
  [
    "Who uses the UI kit?",
    impact({ artifact: "pkg:npm/%40acme/ui" }),
    ["acme/api-client", "acme/back-office", "acme/handbook", "acme/legacy-billing", "acme/storefront"],
  ],
  [
    "Who stays on version 1 of the UI kit until someone bumps it?",
    impact({ artifact: "@acme/ui", version: "2.2.0", clocks: ["bump"] }),
    ["acme/back-office", "acme/legacy-billing"],
  ],
  [
    "Who would have to bump for version 3 of the UI kit?",
    impact({ artifact: "@acme/ui", version: "3.0.0", clocks: ["bump"] }),
    ["acme/api-client", "acme/back-office", "acme/handbook", "acme/legacy-billing", "acme/storefront"],
  ],
  [
    "Who uses the API client?",
    impact({ artifact: "@acme/api-client" }, line),
    ["acme/back-office package.json:5", "acme/storefront package.json:8"],
  ],
  [
    "Who gets a new release of the setup action at once?",
    impact({ artifact: "github_action:acme/actions/setup", clocks: ["next_run"] }),
    // Payments pins the action, but calls the service workflow of the main branch, which uses it.
    ["acme/kit", "acme/orders", "acme/payments", "acme/storefront"],
  ],
  [
    "Which line of payments pins the setup action?",
    explain("acme/payments", "acme/actions", "github_action:acme/actions/setup"),
    [".github/workflows/ci.yml:8"],
  ],
  [
    "Who deploys with the deploy action?",
    impact({ repository: "acme/actions", paths: ["deploy"] }, line),
    ["acme/orders .github/workflows/ci.yml:25", "acme/payments .github/workflows/ci.yml:25"],
  ],
  [
    "Who calls the service workflow?",
    impact({ artifact: WORKFLOW }, line),
    ["acme/orders .github/workflows/ci.yml:11", "acme/payments .github/workflows/ci.yml:11"],
  ],
  [
    "Which services require the kit?",
    impact({ artifact: "go.acme.dev/kit" }, line),
    ["acme/load-tests Makefile:9", "acme/orders go.mod:7", "acme/payments go.mod:7"],
  ],
  [
    "Who runs the image of orders?",
    // Load-tests clones the repository, so it may use anything in it.
    named("ghcr.io/acme/orders", impact({ artifact: "container_image:ghcr.io/acme/orders" }, line)),
    ["acme/dev-env compose.yaml:3"],
  ],
  [
    "What gets a change of the kit through other repositories?",
    impact({ repository: "acme/kit", depth: 3, clocks: ["next_run", "next_update", "bump", "unknown"] }),
    ["acme/dev-env", "acme/load-tests", "acme/orders", "acme/payments"],
  ],
  [
    "Which Terraform code uses the service module?",
    impact({ repository: "acme/terraform-aws-service" }),
    ["acme/infrastructure"],
  ],
  [
    "Who breaks if the service workflow loses its input name?",
    remove("acme/actions", { kind: "input", name: "name" }),
    ["acme/orders .github/workflows/ci.yml:13", "acme/payments .github/workflows/ci.yml:13"],
  ],
  [
    "Who breaks if the service workflow loses its input target?",
    remove("acme/actions", { artifact: WORKFLOW, kind: "input", name: "target" }),
    [],
  ],
  [
    "Who breaks if the deploy action is removed?",
    remove("acme/actions", { artifact: "github_action:acme/actions/deploy" }),
    ["acme/orders .github/workflows/ci.yml:25", "acme/payments .github/workflows/ci.yml:25"],
  ],
  [
    "Who breaks if the log module loses its variable name?",
    remove("acme/terraform-aws-service", {
      artifact: "acme/terraform-aws-service//modules/logs",
      name: "name",
    }),
    ["acme/infrastructure services/payments.tf:9"],
  ],
  [
    "Why does legacy-billing get the base image?",
    explain("acme/legacy-billing", "acme/base-image"),
    ["Dockerfile:1", "Dockerfile:4"],
  ],
  [
    "On which lines does infrastructure use the Terraform module?",
    explain("acme/infrastructure", "acme/terraform-aws-service"),
    [
      "live/storefront/terragrunt.hcl:2",
      "services/orders.tf:2",
      "services/payments.tf:2",
      "services/payments.tf:8",
    ],
  ],
  ["Where does the handbook mention orders?", explain("acme/handbook", "acme/orders"), ["README.md:3"]],
  ["Does the kit depend on the UI kit?", explain("acme/kit", "acme/ui-kit"), []],
  ["Who produces @acme/ui, and how many use it?", find("npm_package:@acme/ui"), ["acme/ui-kit 5"]],
  [
    "Who produces the image of payments, and how many use it?",
    find("pkg:docker/acme/payments?repository_url=ghcr.io"),
    ["acme/payments 1"],
  ],
  ["Who produces go.acme.dev/kit, and how many use it?", find("pkg:golang/go.acme.dev/kit"), ["acme/kit 3"]],
  [
    "In which order do repositories take a new kit?",
    { tool: "rollout_plan", args: { repository: "acme/kit" }, from: "steps", read: step },
    // Dev-env and load-tests wait for the releases of orders. Dev-env has a default tag for payments.
    ["1 acme/orders bump", "1 acme/payments bump", "2 acme/dev-env bump", "2 acme/load-tests bump"],
  ],
];

it("has 30 tasks", () => expect(TASKS).toHaveLength(30));

it.each(TASKS)("%s", async (_question, { tool, args, from, read, isMeant = () => true }, expected) => {
  const answers: Row[] = [];
  for (let calls = 0, cursor: unknown; calls === 0 || typeof cursor === "string"; calls += 1) {
    // An agent should not need more calls.
    expect(calls).toBeLessThan(2);
    const { isError, text, data } = await callTool(client, tool, { ...args, ...(calls > 0 && { cursor }) });
    expect({ isError, text }).toEqual({ isError: false, text: expect.any(String) as string });
    answers.push(...(data[from] as Row[]));
    cursor = data["next_cursor"];
  }
  expect(answers.filter(isMeant).map(read).toSorted()).toEqual(expected.toSorted());
});
