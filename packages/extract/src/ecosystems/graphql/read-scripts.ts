import { at, entriesOf, textOf, type DataNode } from "../../document/node.ts";

/** A document that a script of a `package.json` loads into a file. */
export interface FetchedSchema {
  url: string;
  file: string;
  line: number;
}

/** `curl URL > schema.graphql`, `curl -o schema.graphql URL`. */
const URL = /https:\/\/[^\s"'<>|]+\.(?:graphqls?|gql)(?=["'\s]|$)/;
const FILE = /(?:>|\s-o|--output)\s*["']?(?<file>[\w./-]+\.(?:graphqls?|gql))/;
const VARIABLE = /\$\{?npm_package_(?<path>\w+)\}?/g;

/** Returns the schemas that scripts load. npm passes the fields of the manifest as variables. */
export function fetchedSchemas(root: DataNode): FetchedSchema[] {
  return entriesOf(at(root, "scripts")).flatMap(({ line, value }) => {
    const command = textOf(value) ?? "";
    const [url] = URL.exec(command) ?? [];
    const file = FILE.exec(command)?.groups?.["file"];
    if (url === undefined || file === undefined) return [];
    return [
      { url: url.replace(VARIABLE, (variable, path: string) => fieldOf(root, path) ?? variable), file, line },
    ];
  });
}

const fieldOf = (root: DataNode, path: string): string | undefined => textOf(at(root, ...path.split("_")));
