import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem, type UnreadFile } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { readSubmodules, type SubmoduleFacts } from "../gitsubmodules/read.ts";
import { fetchedSchemas, type FetchedSchema } from "./read-scripts.ts";
import { hasTags, readTags, SOURCE } from "./read-tags.ts";
import { readProgram } from "./read-program.ts";
import { namesIn, parseGraphql, type GraphqlName, type GraphqlUse } from "./read-document.ts";

/** A schema that a configuration names. */
export interface SchemaPointer {
  text: string;
  line: number;
}

/** A project of a configuration: its schemas, and the patterns of its operations. */
export interface Project {
  schemas: SchemaPointer[];
  documents: string[];
}

export interface GraphqlFacts {
  projects?: Project[];
  fetched?: FetchedSchema[];
  submodules?: SubmoduleFacts;
  /** The line of the first definition of a type. */
  schemaAt?: number;
  names?: GraphqlName[];
  uses?: GraphqlUse[];
  problem?: { line: number | null; message: string };
}

export const DOCUMENT = /\.(?:graphqls?|gql)$/;
/** Configurations of GraphQL Config and GraphQL Code Generator. */
export const CONFIG =
  /(?:^|\/)(?:\.graphqlrc(?:\.(?:ya?ml|json))?|graphql\.config\.(?:ya?ml|json)|[\w.-]*codegen[\w.-]*\.(?:ya?ml|json))$/;
/** The same as programs. */
export const PROGRAM = /(?:^|\/)(?:\.graphqlrc|graphql\.config|[\w.-]*codegen[\w.-]*)\.[cm]?[jt]s$/;
const MANIFEST = /(?:^|\/)package\.json$/;
const DEFINITION = /^[ \t]*(?:extend[ \t]+)?(?:type|interface|input|enum|union|scalar|schema|directive)\b/m;
const OPERATION = /^[ \t]*(?:query|mutation|subscription|fragment)\b|^[ \t]*\{/m;

export function isGraphqlFile({ path, text }: UnreadFile): boolean {
  if (path === ".gitmodules" || DOCUMENT.test(path)) return true;
  if (MANIFEST.test(path)) return /https:[^"\s]+\.(?:graphqls?|gql)\b/.test(text);
  if (CONFIG.test(path) || PROGRAM.test(path)) return /["']?schema["']?[ \t]*:/.test(text);
  return SOURCE.test(path) && hasTags(text);
}

/** Reads one file. Names that a schema defines are only read for a comparison. */
export function readGraphqlFile(file: SourceFile, withNames: boolean): GraphqlFacts | undefined {
  if (file.path === ".gitmodules") return { submodules: readSubmodules(file) };
  if (CONFIG.test(file.path)) {
    const projects = projectsIn(file.path.endsWith(".json") ? file.json() : file.yaml()[0]);
    return projects.length === 0 ? undefined : { projects };
  }
  if (MANIFEST.test(file.path)) {
    const fetched = fetchedSchemas(file.json());
    return fetched.length === 0 ? undefined : { fetched };
  }
  if (SOURCE.test(file.path) && !PROGRAM.test(file.path)) {
    const { uses, isWhole } = readTags(file);
    if (uses.length === 0 && isWhole) return undefined;
    return { uses, ...(!isWhole && { problem: { line: null, message: "An operation is not valid" } }) };
  }
  if (PROGRAM.test(file.path)) {
    const project = readProgram(file);
    return project && { projects: [project] };
  }
  const definition = DEFINITION.exec(file.text);
  const schema = definition && { schemaAt: file.lineAt(definition.index) };
  if (!OPERATION.test(file.text) && !(schema && withNames)) return schema ?? undefined;
  try {
    const { names, uses } = namesIn(parseGraphql(file.text));
    return { ...schema, ...(withNames && names.length > 0 && { names }), ...(uses.length > 0 && { uses }) };
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    return { ...schema, problem: { line: error.line, message: error.message } };
  }
}

/** Returns the projects that name a schema. Those without own documents have those of the file. */
function projectsIn(root: DataNode | undefined): Project[] {
  const shared = pointersOf(at(root, "documents")).map(({ text }) => text);
  const inner = ["projects", "generates"].flatMap((key) =>
    entriesOf(at(root, key)).map(({ value }) => value),
  );
  return [root, ...inner].flatMap((project) => {
    const schemas = pointersOf(at(project, "schema"));
    const documents = [...shared, ...pointersOf(at(project, "documents")).map(({ text }) => text)];
    return schemas.length === 0 ? [] : [{ schemas, documents: [...new Set(documents)] }];
  });
}

/** A pointer is a text, or the key of its options. */
const pointersOf = (node: DataNode | undefined): SchemaPointer[] =>
  (node?.kind === "list" ? itemsOf(node) : node ? [node] : []).flatMap((each) => {
    const text = textOf(each);
    if (text !== undefined) return [{ text: text.trim(), line: each.line }];
    return entriesOf(each).map(({ key, line }) => ({ text: key, line }));
  });
