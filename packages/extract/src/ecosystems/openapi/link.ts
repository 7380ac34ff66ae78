import {
  invalidSyntax,
  type Declaration,
  type FileLine,
  type LinkInput,
  type LinkResult,
} from "../../ecosystem.ts";
import { argumentsOf, interfaceOf, MAX_SCHEMA_NAMES, member, type Argument } from "../../interface.ts";
import { leadsElsewhere } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { documentArtifact, documentUse, findDocument } from "../../schema-document.ts";
import type { OpenapiFacts, RemoteReference } from "./read.ts";

export function linkOpenapiFiles(
  { repository, files }: LinkInput<OpenapiFacts>,
  { withInterfaces = false } = {},
): LinkResult {
  const found = files.flatMap(({ path, facts }) => usesOf(path, facts.references ?? []));
  const documents = files.filter(({ path, facts }) => facts.documentAt !== undefined && !isTestInput(path));
  const artifacts = documents.map(({ path, facts: { documentAt: line = 1 } }) =>
    documentArtifact("openapi_document", "openapi", { path, line }, repository),
  );
  const interfaces = documents.flatMap(({ path, facts: { names = [], problem } }, index) => {
    const artifact = artifacts[index];
    const members = names.map(({ kind, name, line, required = false }) =>
      member({ file: path, line }, kind, name, { required }),
    );
    const open = problem ? { definition: UNREAD, operation: UNREAD } : {};
    return artifact && withInterfaces ? [interfaceOf(artifact, members, open, [], MAX_SCHEMA_NAMES)] : [];
  });
  const problems = documents.flatMap(({ path, facts: { problem } }) =>
    problem && withInterfaces ? [invalidSyntax("openapi", path, problem)] : [],
  );
  return {
    declarations: found.map(({ declaration }) => declaration).filter(leadsElsewhere(repository)),
    readLines: found.flatMap(({ lines }) => lines),
    artifacts,
    problems,
    ...(withInterfaces && { interfaces }),
  };
}

const UNREAD = "The document is not valid";

/** Returns a declaration for each document that a file refers to, at the first line. */
function usesOf(
  path: string,
  references: readonly RemoteReference[],
): { declaration: Declaration; lines: FileLine[] }[] {
  return [...Map.groupBy(references, ({ url }) => url)].flatMap(([url, uses]) => {
    const document = findDocument(url);
    const [first] = uses;
    if (!document || !first) return [];
    const names = uses.flatMap(({ pointer, line }): Argument[] => {
      const name = definitionOf(pointer);
      return name === undefined ? [] : [{ kind: "definition", name, file: path, line }];
    });
    const declaration: Declaration = {
      ecosystem: "openapi",
      sourceFile: path,
      sourceLine: first.line,
      rawReference: url,
      ...documentUse("openapi_document", document),
      evidence: { class: "manifest", rule: "openapi.ref" },
      ...argumentsOf(names),
    };
    return [{ declaration, lines: uses.map(({ line }) => ({ file: path, line })) }];
  });
}

/** Returns the entry that a pointer is in: `#/components/schemas/Pet` for one of its properties too. */
function definitionOf(pointer: string): string | undefined {
  const parts = decoded(pointer).split("/").slice(1);
  const length = parts[0] === "components" ? 3 : 2;
  return parts.length < length ? undefined : `#/${parts.slice(0, length).join("/")}`;
}

/** https://www.rfc-editor.org/rfc/rfc6901#section-6 */
function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
