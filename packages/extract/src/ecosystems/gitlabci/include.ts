import { entriesOf, itemsOf, scalarAt, at, type DataNode, type ScalarNode } from "../../document/node.ts";
import type { Use } from "./read.ts";
import type { Scope } from "./variables.ts";

export interface Includes {
  uses: Use[];
  /** Included files of this repository, as written. `*` matches any name, `**` any path. */
  locals: string[];
}

/**
 * Reads `include`: a string, a map, or a list of both. GitLab evaluates includes before the file's variables, so
 * `scope` has inputs only. `template`, which GitLab provides, and `artifact`, which a job produces, are ignored.
 */
export function includesOf(node: DataNode | undefined, scope: Scope): Includes {
  const found = [node, ...itemsOf(node)].map((item) => includeOf(item, scope));
  return { uses: found.flatMap(({ uses }) => uses), locals: found.flatMap(({ locals }) => locals) };
}

const NO_INCLUDES: Includes = { uses: [], locals: [] };

function includeOf(node: DataNode | undefined, scope: Scope): Includes {
  if (node?.kind === "scalar") {
    return isUrl(node.text) ? only(useOf("gitlabci.include_remote", node, scope)) : localFile(node);
  }
  const local = scalarAt(node, "local");
  const project = scalarAt(node, "project");
  const component = scalarAt(node, "component");
  const remote = scalarAt(node, "remote");
  if (local) return localFile(local);
  const uses = project
    ? projectFiles(node, project, scope)
    : component
      ? useOf("gitlabci.include_component", component, scope)
      : remote
        ? useOf("gitlabci.include_remote", remote, scope)
        : [];
  const inputs = entriesOf(at(node, "inputs")).map(({ key, line }) => ({ name: key, line }));
  return only(inputs.length === 0 ? uses : uses.map((use) => ({ ...use, inputs })));
}

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text.trim());

const only = (uses: Use[]): Includes => ({ uses, locals: [] });

const localFile = ({ text }: ScalarNode): Includes =>
  text.trim() === "" ? NO_INCLUDES : { uses: [], locals: [text.trim()] };

/** Returns a use for each file, on the file's line. */
function projectFiles(node: DataNode | undefined, project: ScalarNode, scope: Scope): Use[] {
  const ref = scalarAt(node, "ref");
  const listed = at(node, "file");
  const files = [listed, ...itemsOf(listed)].filter((file): file is ScalarNode => file?.kind === "scalar");
  const [use] = useOf("gitlabci.include_project", project, scope);
  if (!use) return [];
  const whole = {
    ...use,
    ref: ref ? scope.bind(ref.text.trim()) || null : null,
    comment: ref?.comment ?? null,
  };
  const paths = files.filter(({ text }) => text.trim() !== "");
  if (paths.length === 0) return [whole];
  return paths.map(({ line, text }) => ({ ...whole, line, file: scope.bind(text.trim()) }));
}

export function useOf(rule: Use["rule"], { text, line, comment }: ScalarNode, scope: Scope): Use[] {
  const bound = scope.bind(text.trim());
  return bound === "" ? [] : [{ rule, line, text: bound, ref: null, file: null, comment }];
}
