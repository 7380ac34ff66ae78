import { at, entriesOf, itemsOf, scalarAt, type DataNode, type ScalarNode } from "../../document/node.ts";
import { findRepository } from "../../references/repository-url.ts";
import { boundText, useOf, type Use } from "./facts.ts";
import { imagesOf } from "./images.ts";
import { bind, findUnbound, withValues, type Bindings } from "./placeholder.ts";
import type { Manifest } from "./read.ts";

/** The fields that refer to a task, a pipeline or a step action; `ref` is a step's. */
const REFERENCES = new Set(["taskRef", "pipelineRef", "ref"]);

/** Returns the uses in one map of a Tekton manifest. */
export function readTekton(node: DataNode, { node: manifest, group, kind, bindings }: Manifest): Use[] {
  if (group !== "tekton.dev") return [];
  const known = withValues(bindings, embeddedDefaults(node));
  const stepAction = node === manifest && kind === "StepAction" ? scalarAt(node, "spec", "image") : undefined;
  return [
    ...imagesOf(at(node, "steps"), "tekton_step", known),
    ...imagesOf(at(node, "sidecars"), "tekton_sidecar", known),
    ...useOf("image", "tekton_step", scalarAt(node, "stepTemplate", "image"), { bindings: known }),
    ...useOf("image", "tekton_step", stepAction, { bindings: known }),
    ...entriesOf(node)
      .filter(({ key }) => REFERENCES.has(key))
      .flatMap(({ value }) => remoteReference(value, known)),
  ];
}

/** Returns the parameter defaults of a task embedded in a pipeline or a run. */
const embeddedDefaults = (task: DataNode): [string, string][] =>
  itemsOf(at(task, "params")).flatMap((parameter): [string, string][] => {
    const [name, value] = [boundText(scalarAt(parameter, "name")), boundText(scalarAt(parameter, "default"))];
    return name === null || value === null ? [] : [[`params.${name}`, value]];
  });

/** A name without resolver and bundle refers to a resource of the cluster, whose origin is unknown. */
function remoteReference(reference: DataNode, bindings: Bindings): Use[] {
  const param: Param = (name) =>
    itemsOf(at(reference, "params")).flatMap((each) => {
      const value = scalarAt(each, "value");
      return value && scalarAt(each, "name")?.text === name ? [value] : [];
    })[0];
  const bundle = useOf("image", "tekton_bundle", scalarAt(reference, "bundle"), { bindings });
  const resolver = scalarAt(reference, "resolver")?.text ?? "";
  return [...bundle, ...(RESOLVERS.get(resolver)?.(param, bindings) ?? [])];
}

type Param = (name: string) => ScalarNode | undefined;

type Resolve = (param: Param, bindings: Bindings) => Use[];

const RESOLVERS: ReadonlyMap<string, Resolve> = new Map<string, Resolve>([
  ["git", gitUse],
  ["bundles", (param, bindings) => useOf("image", "tekton_bundle", param("bundle"), { bindings })],
  ["hub", hubUse],
  ["http", (param, bindings) => httpUse(param("url"), bindings)],
]);

/** A repository is given by URL, or by organization and name on the git host the cluster is configured with. */
function gitUse(param: Param, bindings: Bindings): Use[] {
  const revision = boundText(param("revision"));
  const version = revision === null ? null : { text: revision, versioning: "git" as const };
  const [url, org, repo] = [param("url"), boundText(param("org")), param("repo")];
  const details = { version, bindings, ...fileOf(boundText(param("pathInRepo"), bindings)) };
  if (url) return useOf("git", "tekton_git", url, details);
  const name = boundText(repo);
  if (!repo || name === null || org === null) return [];
  return useOf("git", "tekton_git", { ...repo, text: `${org}/${name}` }, details);
}

const fileOf = (path: string | null): { file?: string } =>
  path === null || findUnbound(path) !== null ? {} : { file: path.replace(/^(?:\.?\/)+/, "") };

function hubUse(param: Param, bindings: Bindings): Use[] {
  const [version, catalog] = [boundText(param("version")), boundText(param("catalog"))];
  const name = param("name");
  if (!name) return [];
  const text = catalog === null ? name.text : `${catalog}/${name.text}`;
  return useOf(
    "hub",
    "tekton_hub",
    { ...name, text },
    {
      version: version === null ? null : { text: version, versioning: "npm" },
      bindings,
    },
  );
}

/** Returns the repository of a URL on a git host. */
function httpUse(url: ScalarNode | undefined, bindings: Bindings): Use[] {
  const found = url && findRepository(bind(url.text.trim(), bindings));
  if (!found) return [];
  const { ref } = found;
  return useOf("git", "tekton_http", url, {
    version: ref === null ? null : { text: ref, versioning: "git" },
    bindings,
  });
}
