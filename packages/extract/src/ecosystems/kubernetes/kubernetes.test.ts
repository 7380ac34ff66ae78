import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { kubernetes } from "./index.ts";

const DIGEST = `sha256:${"a".repeat(64)}`;
const extract = (text: string, path = "deploy/app.yaml") => extractFiles({ [path]: text }, [kubernetes]);
const declarationsOf = (text: string) => extract(text).declarations;

/** Returns `line rule rawReference` of every declaration in a file. */
const declared = (text: string): string[] =>
  declarationsOf(text).map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

/** Returns the declaration of a pod with one container. */
const used = (image: string) =>
  declarationsOf(`apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, image: ${image}}]}\n`)[0];

const DEPLOYMENT = `# image: acme/old:1
apiVersion: apps/v1
kind: Deployment
metadata: {name: app}
spec:
  template:
    spec:
      initContainers:
        - name: migrate
          image: ghcr.io/acme/app:1.4.0
      containers:
        - name: app
          image: ghcr.io/acme/app:1.4.0
          # image: ghcr.io/acme/app:1.3.0
          args: ["image: acme/text:1"]
        - name: proxy
          image: "envoyproxy/envoy@${DIGEST}" # v1.30.1
      volumes:
        - name: model
          image: {reference: "quay.io/acme/model:v2"}
---
apiVersion: batch/v1
kind: CronJob
spec:
  jobTemplate:
    spec:
      template:
        spec:
          containers: [{name: a, image: 'registry.acme.io:5000/jobs/clean'}]
`;
const DEPLOYED = [
  "10 kubernetes.init_container ghcr.io/acme/app:1.4.0",
  "13 kubernetes.container ghcr.io/acme/app:1.4.0",
  `17 kubernetes.container envoyproxy/envoy@${DIGEST}`,
  "20 kubernetes.image_volume quay.io/acme/model:v2",
  "29 kubernetes.container registry.acme.io:5000/jobs/clean",
];

describe("kubernetes: images", () => {
  it("declares the images of all containers in all documents, not comments or strings", () => {
    expect(declared(DEPLOYMENT)).toEqual(DEPLOYED);
  });

  it("fills in every field of a declaration", () => {
    expect(declarationsOf(DEPLOYMENT)[0]).toEqual({
      ecosystem: "kubernetes",
      dependencyType: "container_image",
      sourceFile: "deploy/app.yaml",
      sourceLine: 10,
      rawReference: "ghcr.io/acme/app:1.4.0",
      artifact: "ghcr.io/acme/app",
      versionConstraint: "1.4.0",
      versioning: "docker",
      unbound: null,
      versionComment: null,
      lookups: ["container_image:ghcr.io/acme/app", "convention:container_image:acme/app"],
      evidence: { class: "manifest", rule: "kubernetes.init_container" },
      role: "runtime",
      scope: "unit:kubernetes:deploy",
      locked: null,
    });
  });

  it("reads the version comment next to a digest", () => {
    expect(declarationsOf(DEPLOYMENT)[2]).toMatchObject({
      artifact: "docker.io/envoyproxy/envoy",
      versionConstraint: DIGEST,
      versionComment: "v1.30.1",
    });
  });

  it("accepts a byte-order mark and CRLF", () => {
    expect(declared(`\uFEFF${DEPLOYMENT.replaceAll("\n", "\r\n")}`)).toEqual(DEPLOYED);
  });

  it("finds containers by structure in unknown kinds, lists and templates", () => {
    expect(
      declared(`apiVersion: acme.io/v1
kind: Fleet
spec: {pod: {spec: {ephemeralContainers: [{image: acme/a:1}]}}}
---
apiVersion: v1
kind: List
items:
  - {apiVersion: v1, kind: Pod, spec: {containers: [{image: acme/b:1}]}}
---
apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: TAG, value: "1.2"}, {name: HOST}]
objects:
  - {apiVersion: v1, kind: Pod, spec: {containers: [{image: "\${HOST}/acme/c:\${TAG}"}]}}
`),
    ).toEqual([
      "3 kubernetes.ephemeral_container acme/a:1",
      "8 kubernetes.container acme/b:1",
      "14 kubernetes.container ${HOST}/acme/c:1.2",
    ]);
  });

  it("ignores statuses, policies, schemas, kustomizations and documents that are not manifests", () => {
    const pod = (field: string) => `${field}: {containers: [{name: a, image: acme/a:1}]}\n`;
    for (const group of [
      "kyverno.io/v1",
      "constraints.gatekeeper.sh/v1",
      "apiextensions.k8s.io/v1",
      "kustomize.config.k8s.io/v1beta1",
    ]) {
      expect(extract(`apiVersion: ${group}\nkind: X\n${pod("spec")}`)).toMatchObject({
        declarations: [],
        problems: [],
      });
    }
    expect(declared(`apiVersion: v1\nkind: Pod\n${pod("status")}`)).toEqual([]);
    expect(declared(`apiVersion: v1\nkind: Pod\n---\n${pod("spec")}`)).toEqual([]);
    expect(declared(pod("spec"))).toEqual([]);
  });

  it("skips containers without an image, and images built by ko", () => {
    expect(used("")).toBeUndefined();
    expect(used("null")).toBeUndefined();
    expect(used("ko://github.com/acme/app/cmd/x")).toBeUndefined();
    expect(extract("apiVersion: v1\nkind: Pod\n# image\nspec:\n  containers:\n").problems).toEqual([]);
  });

  it("declares an image repeated by an alias once", () => {
    expect(
      declared(`apiVersion: v1
kind: Pod
x: &c
  - image: acme/a:1
spec: {containers: *c, initContainers: *c}
---
apiVersion: v1
kind: Pod
spec:
  containers:
    - &d {image: acme/b:1}
    - *d
`),
    ).toEqual([
      "4 kubernetes.container acme/a:1",
      "4 kubernetes.init_container acme/a:1",
      "11 kubernetes.container acme/b:1",
    ]);
  });

  it.each([
    ["'ghcr.io/acme/app:${TAG}'", "ghcr.io/acme/app", "${TAG}", "TAG"],
    ["'ghcr.io/acme/app:{{ revision }}'", "ghcr.io/acme/app", "{{ revision }}", "revision"],
    ["ghcr.io/acme/app:<version>", "ghcr.io/acme/app", "<version>", "version"],
    ["'ghcr.io/acme/app:${tag:=1.2}'", "ghcr.io/acme/app", "1.2", null],
    ["gcr.io/PROJECT_ID/app:1", "gcr.io/PROJECT_ID/app", "1", "PROJECT_ID"],
    ["'{{ registry }}/app:1'", "{{ registry }}/app", "1", "registry"],
    ["ghcr.io/acme/app@IMAGE_DIGEST", "ghcr.io/acme/app", "IMAGE_DIGEST", "IMAGE_DIGEST"],
    ["$IMAGE", "$IMAGE", null, "IMAGE"],
  ])("reads %s as %s at %s, with %s unbound", (image, artifact, versionConstraint, unbound) => {
    expect(used(image)).toMatchObject({ artifact, versionConstraint, unbound });
    expect(used(image)?.lookups).toHaveLength(artifact.startsWith("ghcr.io") ? 2 : 0);
  });

  it("reports the line of an invalid image reference", () => {
    expect(
      extract("apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: acme app\n").problems,
    ).toEqual([
      {
        file: "deploy/app.yaml",
        line: 5,
        code: "invalid_syntax",
        message: 'kubernetes: "acme app" is not a valid image reference.',
      },
    ]);
  });
});

describe("kubernetes: images in environment variables", () => {
  const env = (...variables: string[]) =>
    declared(
      `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: operator\n      env:\n${variables.join("")}`,
    );

  it("declares the images that an operator deploys", () => {
    expect(
      env(
        "        - name: BRIDGE_IMAGE\n          value: quay.io/acme/bridge:0.33.1\n",
        "        - { name: RELATED_IMAGE, value: 'acme/agent:${TAG:=2}' }\n",
        "        - name: KAFKA_IMAGES\n          value: |\n",
        "            3.9.0=quay.io/acme/kafka:1-kafka-3.9.0\n            4.0.0=quay.io/acme/kafka:1-kafka-4.0.0\n",
        '        - name: FLAT_IMAGES\n          value: "1=acme/a:1\\n2=acme/a:2"\n',
      ),
    ).toEqual([
      "8 kubernetes.env_image quay.io/acme/bridge:0.33.1",
      "9 kubernetes.env_image acme/agent:2",
      "12 kubernetes.env_image quay.io/acme/kafka:1-kafka-3.9.0",
      "13 kubernetes.env_image quay.io/acme/kafka:1-kafka-4.0.0",
      "15 kubernetes.env_image acme/a:1",
      "15 kubernetes.env_image acme/a:2",
    ]);
  });

  it("ignores other variables, and values that may be something else than an image", () => {
    expect(
      env(
        "        - { name: BRIDGE_URL, value: 'quay.io/acme/bridge:1' }\n",
        "        - { name: A_IMAGE, value: bridge }\n        - { name: B_IMAGE, value: acme/bridge }\n",
        "        - { name: C_IMAGE, value: 'https://acme.io/logo:1' }\n        - { name: D_IMAGE }\n",
        "        - { name: IMAGE, value: 'acme/scanned:1' }\n",
        "        - { name: E_IMAGE, value: '$(REGISTRY)/acme/bridge:1' }\n",
        "        - { name: F_IMAGE, value: 'acme/a:1 acme/b:1' }\n",
        "        - { name: G_IMAGE, valueFrom: { fieldRef: { fieldPath: metadata.name } } }\n",
      ),
    ).toEqual([]);
  });
});

describe("kubernetes: files", () => {
  it("reports the line of a syntax error", () => {
    const { declarations, problems } = extract("apiVersion: v1\nkind: Pod\nimage: [\nspec: }\n");
    expect(declarations).toEqual([]);
    expect(problems).toMatchObject([{ file: "deploy/app.yaml", line: 4, code: "invalid_syntax" }]);
  });

  const HEAD = "apiVersion: v1\nkind: Pod\n";

  it.each([
    ["app.yaml", `${HEAD}# image\n`, true],
    ["app.yml", `"apiVersion": v1\r\n"kind": Pod\r\nimage: x\r\n`, true],
    ["app.yaml", "", false],
    ["Chart.yaml", "apiVersion: v2\nname: image\n", false],
    ["app.yaml", "x:\n  apiVersion: v1\n  kind: Pod\n  image: a\n", false],
    ["app.go", `${HEAD}image: x\n`, false],
    ["app.yaml", `${HEAD}metadata: {name: a}\n`, false],
    ["templates/a.yaml", `${HEAD}{{- if .Values.a }}\nimage: x\n{{- end }}\n`, true],
  ])("claims %s with %j: %s", (path, text, expected) => {
    expect(kubernetes.claims({ path, text })).toBe(expected);
  });
});

describe("kubernetes: roles", () => {
  it.each([
    ["deploy/pod.yaml", "runtime"],
    ["overlays/dev/pod.yaml", "runtime"],
    [".tekton/pull.yaml", "ci"],
    ["ci/pod.yaml", "ci"],
  ])("in %s are %s", (path, role) => {
    const text = "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: acme/web:1\n";
    const { declarations } = extractFiles({ [path]: text }, [kubernetes]);
    expect(declarations.map((each) => each.role)).toEqual([role]);
  });
});

describe("definitions of custom resources", () => {
  const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  versions:
    - schema: {properties: {image: {default: "acme/default:1"}}}
      image: acme/schema:1
`;
  const pod = "apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, image: acme/app:1}]}\n";

  it.each([
    ["before", `${definition}---\n${pod}`, 10],
    ["after", `${pod}---\n${definition}`, 3],
    ["between", `--- # first\r\n${pod}---\n${definition}--- # last\n${pod.replace("app:1", "last:1")}`, 4],
  ])("are left out %s other manifests, which keep their lines", (place, text, line) => {
    const last = place === "between" ? ["15 kubernetes.container acme/last:1"] : [];
    expect(declared(text)).toEqual([`${line} kubernetes.container acme/app:1`, ...last]);
  });

  it("are not parsed, so their mistakes are no problems, but those of other documents are", () => {
    const broken = `${definition}  broken: [\n`;
    expect(extract(broken)).toMatchObject({ declarations: [], problems: [] });
    const { declarations, problems } = extract(`${broken}---\n${pod}  broken: ]\n`);
    expect(problems.map(({ line }) => line)).toEqual([12]);
    expect(declarations.map(({ rawReference }) => rawReference)).toEqual(["acme/app:1"]);
  });
});
