import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { kubernetes } from "./index.ts";

/** Returns `line rule rawReference constraint unbound` of every image. */
const images = (text: string): string[] => {
  const { declarations, problems } = extractFiles({ "apps/app.yaml": text }, [kubernetes]);
  expect(problems).toEqual([]);
  return declarations
    .filter(({ dependencyType }) => dependencyType === "container_image")
    .map((each) =>
      [
        each.sourceLine,
        each.evidence.rule.replace("kubernetes.", ""),
        each.rawReference,
        each.versionConstraint,
        each.unbound,
      ].join(" "),
    );
};

describe("kubernetes: Helm values", () => {
  it("declares images in one or several fields, and ignores other values", () => {
    expect(
      images(`apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: app}
spec:
  values:
    image:
      repository: ghcr.io/acme/app
      tag: 1.10 # {"$imagepolicy": "flux-system:app"}
    proxy: {registry: quay.io, repository: acme/proxy, tag: v2, digest: "sha256:ab"}
    initImage: acme/init:3
    jobImage: {registry: ghcr.io, name: acme/job, tag: v7}
    osImage: {name: acme/os}
    bootImage: boot
    worker: {image: acme/worker, tag: "4"}
    sidecars:
      - {repository: acme/side, tag: "\${V}"}
    git: {repository: "https://github.com/acme/deploy", tag: v1}
    backup: {repository: acme/bucket}
    # image: acme/old:1
    pod: {containers: [{name: a, image: acme/pod:5}]}
`),
    ).toEqual([
      "7 helm_values ghcr.io/acme/app:1.10 1.10 ",
      "9 helm_values quay.io/acme/proxy:v2@sha256:ab v2@sha256:ab ",
      "10 helm_values acme/init:3 3 ",
      "11 helm_values ghcr.io/acme/job:v7 v7 ",
      "14 helm_values acme/worker:4 4 ",
      "16 helm_values acme/side:${V} ${V} V",
      "20 container acme/pod:5 5 ",
    ]);
  });

  it("reads Argo CD values that are an object or a block scalar, with their lines", () => {
    expect(
      images(`apiVersion: argoproj.io/v1alpha1
kind: Application
spec:
  sources:
    - repoURL: ghcr.io/acme/charts
      chart: app
      helm:
        valuesObject: {image: {repository: acme/a, tag: "1"}}
    - repoURL: ghcr.io/acme/charts
      chart: app
      helm:
        values: |

          replicas: 2
          image:
            repository: ghcr.io/acme/b
            tag: "2"
    - repoURL: ghcr.io/acme/charts
      chart: app
      helm:
        values: "image: {repository: acme/c, tag: 3}"
    - repoURL: ghcr.io/acme/charts
      chart: app
      helm:
        values: "image: ["
`),
    ).toEqual([
      "8 helm_values acme/a:1 1 ",
      "16 helm_values ghcr.io/acme/b:2 2 ",
      "21 helm_values acme/c:3 3 ",
    ]);
  });
});
