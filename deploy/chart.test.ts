import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@knockon/cli/build/bundle";
import { SERVER_SETTINGS } from "@knockon/functions/compose/variables";
import { SERVER_ROLES } from "@knockon/functions/local/arguments";
import { describe, expect, it } from "vitest";
import { readStages, textsOf } from "./testing/dockerfile.ts";
import { CHART, findMistakes, HELM, helm, render, type Resource } from "./testing/kubernetes.ts";

const VALUES = join(ROOT, "deploy/helm/values");
const valueSets = readdirSync(VALUES);

interface Container {
  args: string[];
  image: string;
  env: { name: string }[];
  envFrom: { secretRef?: { name: string } }[];
  securityContext: object;
  volumeMounts: { mountPath: string }[];
  resources: { requests: object; limits: object };
}

interface Pod {
  metadata: { labels: Record<string, string> };
  spec: { containers: Container[]; serviceAccountName?: string; securityContext: object };
}

const podsOf = (resources: readonly Resource[]): Pod[] =>
  resources.flatMap(({ spec }) => (spec?.["template"] === undefined ? [] : [spec["template"] as Pod]));

const kindsOf = (resources: readonly Resource[]): string[] =>
  resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted();

const valuesOf = (name: string): string[] => ["--values", join(VALUES, `${name}.yaml`)];

describe.skipIf(HELM === undefined)("deploy/helm/knockon", () => {
  it.each(valueSets)("with %s is accepted by Kubernetes", async (file) => {
    const args = ["--values", join(VALUES, file)];
    expect(await helm(["lint", "--strict", CHART, ...args])).toContain("0 chart(s) failed");
    const resources = await render(args);
    const mistakes = await Promise.all(
      resources.map(async (resource) => ({ ...resource.metadata, mistakes: await findMistakes(resource) })),
    );
    expect(mistakes.filter((one) => one.mistakes.length > 0)).toEqual([]);
    expect(new Set(kindsOf(resources)).size).toBe(resources.length);
    const policies = resources.filter(({ kind }) => kind === "NetworkPolicy");
    const selectors = resources.flatMap(
      ({ spec }) => (spec?.["selector"] ?? []) as { matchLabels?: Record<string, string> },
    );
    expect(policies.length === 0 || policies.length === 2).toBe(true);
    for (const selector of selectors) {
      const labels = Object.entries(selector.matchLabels ?? (selector as Record<string, string>));
      const selected = podsOf(resources).filter(({ metadata }) =>
        labels.every(([name, value]) => metadata.labels[name] === value),
      );
      expect([labels, selected.length]).toEqual([labels, 1]);
    }
  });

  it("finds a field that a kind does not have, and a value of the wrong type", async () => {
    const resource = (await render(valuesOf("minimal"))).find(({ kind }) => kind === "Deployment");
    const broken = structuredClone(resource) as Resource & { spec: { template: Pod; replicas: unknown } };
    Object.assign(broken.spec.template.spec.containers[0] ?? {}, { livenesProbe: {} });
    broken.spec.replicas = "two";
    expect((await findMistakes(broken)).toSorted()).toEqual([
      '/spec/replicas: type {"type":"integer"}',
      "/spec/template/spec/containers/0/livenesProbe is unknown",
    ]);
  });

  it("runs every container restricted, with the image's user and volumes", async () => {
    const [, image = []] = readStages();
    const [user] = textsOf(image, "USER").map((text) => Number(text.split(":")[0]));
    const volumes = JSON.parse(textsOf(image, "VOLUME")[0] ?? "[]") as string[];
    for (const file of valueSets) {
      const pods = podsOf(await render(["--values", join(VALUES, file)]));
      expect(pods.length).toBeGreaterThanOrEqual(3);
      for (const { spec } of pods) {
        expect(spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          runAsUser: user,
          seccompProfile: { type: "RuntimeDefault" },
        });
        for (const container of spec.containers) {
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          });
          expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(volumes);
          expect(Object.keys(container.resources.limits)).toContain("memory");
          expect(SERVER_ROLES).toContain(container.args[1]);
          expect(container.envFrom[0]?.secretRef?.name).toBe("knockon");
        }
      }
    }
  });

  it("creates what the values ask for, and nothing else", async () => {
    expect(kindsOf(await render(valuesOf("minimal")))).toEqual([
      "Deployment acme-knockon-api",
      "Deployment acme-knockon-sweeper",
      "Deployment acme-knockon-worker",
      "Job acme-knockon-migrate",
      "PodDisruptionBudget acme-knockon-api",
      "PodDisruptionBudget acme-knockon-worker",
      "Service acme-knockon",
      "ServiceAccount acme-knockon",
    ]);
    expect(kindsOf(await render(valuesOf("small")))).toEqual([
      "Deployment acme-knockon-api",
      "Deployment acme-knockon-sweeper",
      "Deployment acme-knockon-worker",
      "Ingress acme-knockon",
      "NetworkPolicy acme-knockon-api",
      "NetworkPolicy acme-knockon-background",
      "Service acme-knockon",
      "ServiceAccount acme-knockon",
    ]);
    expect(kindsOf(await render(valuesOf("autoscaled")))).toContain(
      "HorizontalPodAutoscaler acme-knockon-api",
    );
  });

  it("sets only variables that the server reads", async () => {
    const known = new Set(SERVER_SETTINGS.flatMap(({ settings }) => settings.flatMap(({ names }) => names)));
    const rendered = await Promise.all(valueSets.map((file) => render(["--values", join(VALUES, file)])));
    const names = rendered
      .flatMap((resources) => podsOf(resources))
      .flatMap(({ spec }) => spec.containers.flatMap(({ env }) => env.map(({ name }) => name)));
    expect([...new Set(names)].filter((name) => !known.has(name))).toEqual(["AWS_REGION"]);
  });

  it.each([
    [["--set", "image.repository="], "image/repository"],
    [["--set", "appUrl=https://knockon.acme.example/path"], "appUrl"],
    [["--set", "blobStore=file"], "blobStore"],
    [["--set", "api.replica=3"], "replica"],
    [["--set", "config.lower=1"], "lower"],
  ])("refuses %s", async (args, message) => {
    await expect(render([...valuesOf("minimal"), ...args])).rejects.toThrow(message);
  });

  it("has the version of the product", async () => {
    const chart = readFileSync(join(CHART, "Chart.yaml"), "utf8");
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(chart).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
  });
});
