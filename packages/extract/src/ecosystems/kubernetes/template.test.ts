import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { kubernetes } from "./index.ts";
import { isManifestTemplate, templateImages } from "./template.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const HEAD = "apiVersion: v1\nkind: Pod\n";

describe("kubernetes: templates", () => {
  it.each([
    [`{{- if .Values.a }}\nimage: x\n{{- end }}\n`, true],
    [`name: {{ include "a" . }}\nimage: x\n`, true],
    [`image: "{{ .Values.image }}:{{ .Chart.AppVersion }}"\n`, true],
    [`image: x\nlabels:\n  - {{ x }}\n`, true],
    [`{% if a %}\nimage: x\n{% endif %}\n`, true],
    [`image: x\nname: '{{name}}-app'\npath: apps/{{path}}\n`, false],
    [`image: x\ntemplatePatch: |\n  {{- if .Values.x }}\n  a: b\n\n  {{- end }}\nb: c\n`, false],
    [`image: x\n# {{ .Values.x }}\n`, false],
  ])("recognizes %j as a template: %s", (text, expected) => {
    expect(isManifestTemplate(HEAD + text)).toBe(expected);
  });

  it("declares the image of an environment variable of a template", () => {
    const text = `${HEAD}spec:
  containers:
    - name: {{ .Chart.Name }}
      env:
        - name: BRIDGE_IMAGE
          value: "ghcr.io/acme/bridge:{{ .Chart.AppVersion }}"
        - name: AGENT_IMAGE
          value: {{ .Values.agent.image }}
        - name: BRIDGE_URL
          value: ghcr.io/acme/bridge:2
`;
    expect(
      extractFiles({ "templates/a.yaml": text }, [kubernetes]).declarations.map(
        ({ sourceLine, evidence, artifact }) => [sourceLine, evidence.rule, artifact],
      ),
    ).toEqual([[8, "kubernetes.env_image", "ghcr.io/acme/bridge"]]);
  });

  it("declares the images in lines of a template, without problems", () => {
    const text = `${HEAD}{{- if .Values.tests }}
spec:
  initContainers:
    - image: busybox
    - name: a
      image: "ghcr.io/acme/app:{{ .Chart.AppVersion }}"
    - image: 'acme/tool@sha256:${"a".repeat(64)}' # v2.1.0
    - "image": acme/cli:1.2 # the latest
{{- end }}
  # image: acme/old:1
  containers:
    - image: {{ .Values.image }}
    - image: "{{ .Values.registry }}/acme/app:1.2"
    - image: acme/{{ .Values.name }}:1.2
    - image: not an image
    - image:
    - args: ["image: acme/text:1"]
      command: |
        image: acme/script:1
      image: "ghcr.io/acme/last:3"
`;
    const { declarations, problems } = extractFiles({ "chart/templates/pod.yaml": text }, [kubernetes]);
    expect(
      declarations.map((each) => [each.sourceLine, each.artifact, each.versionConstraint, each.unbound]),
    ).toEqual([
      [6, "docker.io/library/busybox", null, null],
      [8, "ghcr.io/acme/app", "{{ .Chart.AppVersion }}", ".Chart.AppVersion"],
      [9, "docker.io/acme/tool", `sha256:${"a".repeat(64)}`, null],
      [10, "docker.io/acme/cli", "1.2", null],
      [22, "ghcr.io/acme/last", "3", null],
    ]);
    expect(declarations.map(({ evidence }) => evidence.rule)).toEqual(
      Array(5).fill("kubernetes.template_image"),
    );
    expect(declarations[2]?.versionComment).toBe("v2.1.0");
    expect(problems).toEqual([]);
  });

  it("recognizes a template by a string that produces the braces of another engine", () => {
    const text = `kind: WorkflowTemplate
apiVersion: argoproj.io/v1alpha1
spec:
  args: ["{{"{{inputs.parameters.tag}}"}}"]
  container:
    image: ghcr.io/acme/tool:v29
`;
    const { declarations, problems } = extractFiles({ "chart/templates/workflow.yaml": text }, [kubernetes]);
    expect(declarations.map((each) => [each.sourceLine, each.rawReference])).toEqual([
      [6, "ghcr.io/acme/tool:v29"],
    ]);
    expect(problems).toEqual([]);
  });

  it("recognizes and reads templates in linear time", () => {
    for (const piece of ["{{ ", "- &a ", "a: ", "{{-\t\t", ": |", '"', "- ", " ", "image: ", "image: a #"]) {
      const text = `${HEAD}image: {{${piece.repeat(Math.floor(1_000_000 / piece.length))}`;
      const before = process.cpuUsage();
      for (const each of [text.replace("{{", "'{{"), text.replace(/(.{1500})/g, "$1\n")]) {
        isManifestTemplate(each);
        templateImages(each);
      }
      expect(cpuMsSince(before)).toBeLessThan(1500);
    }
  });
});

describe("kubernetes: images of custom resources", () => {
  const declared = (spec: string) =>
    extractFiles({ "app.yaml": `apiVersion: acme.io/v1\nkind: Fleet\n${spec}` }, [
      kubernetes,
    ]).declarations.map(
      ({ sourceLine, rawReference, evidence }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
    );

  it("declares a field that is certainly an image", () => {
    expect(
      declared(`spec:
  image: quay.io/acme/fleet:1.2
nodes:
  - {image: "acme/node@sha256:${"a".repeat(64)}"}
  - image: acme/tagged:\${TAG}
`),
    ).toEqual([
      "4 kubernetes.custom_image quay.io/acme/fleet:1.2",
      `6 kubernetes.custom_image acme/node@sha256:${"a".repeat(64)}`,
      "7 kubernetes.custom_image acme/tagged:${TAG}",
    ]);
  });

  it.each([
    "spec: {image: logo}",
    "spec: {image: fleet:1.2}",
    "spec: {image: acme/fleet}",
    "spec: {image: https://acme.io/logo:1.png}",
    "spec: {image: '${REGISTRY}/fleet:1.2'}",
    "metadata: {annotations: {image: acme/fleet:1.2}}",
    "status: {image: acme/fleet:1.2}",
    "spec: {image: {name: acme/fleet:1.2}}",
  ])("ignores %s", (spec) => {
    expect(declared(spec)).toEqual([]);
  });

  it("declares the image of a container only once", () => {
    expect(declared("spec: {containers: [{image: acme/fleet:1.2}]}")).toEqual([
      "3 kubernetes.container acme/fleet:1.2",
    ]);
  });
});

describe("kubernetes: files of other formats", () => {
  const found = (path: string, text: string): string[] =>
    extractFiles({ [path]: text }, [kubernetes]).declarations.map((each) => each.rawReference);
  const POD = { apiVersion: "v1", kind: "Pod", spec: { containers: [{ image: "acme/web:1" }] } };

  it("reads JSON that starts like a manifest", () => {
    expect(found("deploy/pod.json", JSON.stringify(POD, null, 2))).toEqual(["acme/web:1"]);
    expect(found("deploy/pod.json", JSON.stringify({ definitions: { x: 1 }, POD }))).toEqual([]);
  });

  it("reads templates by their first extension", () => {
    const text = "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: acme/web:1\n";
    expect(found("deploy/pod.yaml.tpl", text)).toEqual(["acme/web:1"]);
  });
});
