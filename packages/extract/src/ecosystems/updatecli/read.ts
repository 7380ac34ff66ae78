import { at, entriesOf, scalarAt, type DataNode } from "../../document/node.ts";
import { parseTemplatedYaml } from "../../document/templated-yaml.ts";
import type { SourceFile } from "../../source-file.ts";

/** What a source, a condition or an SCM reads. */
export interface ResourceUse {
  rule: "updatecli.github" | "updatecli.git" | "updatecli.image" | "updatecli.chart";
  /** `owner/repository`, a URL, an image, or the URL of a chart repository. */
  text: string;
  /** The name of a chart, or an empty string. */
  name: string;
  version: string | null;
  line: number;
}

export interface UpdatecliFacts {
  uses: ResourceUse[];
}

/** Reads the facts of a manifest. Throws SyntaxProblem. */
export function readManifest(file: SourceFile): UpdatecliFacts {
  const uses = parseTemplatedYaml(file).flatMap((root) =>
    ["sources", "conditions", "scms"].flatMap((section) =>
      entriesOf(at(root, section)).flatMap(({ value }) => usesOf(section, value)),
    ),
  );
  return { uses };
}

function usesOf(section: string, resource: DataNode): ResourceUse[] {
  const kind = textAt(resource, "kind").toLowerCase();
  const spec = at(resource, "spec");
  if (kind === "githubrelease" || kind === "github") return gitHubUse(spec);
  if (["git", "gittag", "gitbranch"].includes(kind)) return use("updatecli.git", spec, "url");
  if (section === "scms") return [];
  if (kind === "dockerimage" || kind === "dockerdigest")
    return use("updatecli.image", spec, "image", textAt(spec, "tag"));
  if (kind === "helmchart" && section === "sources" && textAt(spec, "name") !== "")
    return use("updatecli.chart", spec, "url", textAt(spec, "version"), textAt(spec, "name"));
  return [];
}

function gitHubUse(spec: DataNode | undefined): ResourceUse[] {
  const repository = scalarAt(spec, "repository");
  const owner = textAt(spec, "owner");
  if (!repository || owner === "" || repository.text.trim() === "") return [];
  const host = textAt(spec, "url").replace(/(?<!\/)\/+$/, "") || "https://github.com";
  const text = `${host}/${owner}/${repository.text.trim()}`;
  return [{ rule: "updatecli.github", text, name: "", version: null, line: repository.line }];
}

function use(
  rule: ResourceUse["rule"],
  spec: DataNode | undefined,
  key: string,
  version = "",
  name = "",
): ResourceUse[] {
  const found = scalarAt(spec, key);
  const text = found?.text.trim() ?? "";
  return found && text !== "" ? [{ rule, text, name, version: version || null, line: found.line }] : [];
}

const textAt = (node: DataNode | undefined, key: string): string => scalarAt(node, key)?.text.trim() ?? "";
