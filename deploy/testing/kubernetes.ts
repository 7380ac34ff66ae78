import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "@knockon/cli/build/bundle";
import { parseAllDocuments } from "yaml";

const INSTALLED = join(ROOT, "node_modules/.cache/knockon/helm-4.1.4");

/** `npm run install:helm` installs it. `.ci/run` sets the variable. */
export const HELM = process.env["KNOCKON_HELM"] ?? (existsSync(INSTALLED) ? INSTALLED : undefined);

export const CHART = join(ROOT, "deploy/helm/knockon");

export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
}

/** Runs Helm with only the given arguments: no configuration, no cluster. */
export const helm = async (args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(HELM ?? "helm", [...args], { env: { PATH: process.env["PATH"] } })).stdout;

export async function render(args: readonly string[]): Promise<Resource[]> {
  const output = await helm(["template", "acme", CHART, "--namespace", "tools", ...args]);
  return parseAllDocuments(output).map((document) => {
    if (document.errors.length > 0) throw new Error(String(document.errors[0]));
    return document.toJS() as Resource;
  });
}

type Validate = ((data: unknown) => boolean) & {
  errors?: { instancePath: string; keyword: string; params: object }[];
};

/** Returns what the schema of a resource's kind refuses, and the fields that it does not have. */
export async function findMistakes(resource: Resource): Promise<string[]> {
  const [group = "", version = ""] = resource.apiVersion.includes("/")
    ? resource.apiVersion.split("/")
    : ["core", resource.apiVersion];
  const name = [group.split(".", 1)[0] ?? "", version, resource.kind].map(capitalize).join("");
  const { validate } = (await import(`kubernetes-models/_schemas/IoK8sApi${name}`)) as {
    validate: Validate;
  };
  const unread = new Set<string>();
  const isValid = validate(trackReads(resource, "", unread));
  const refused = isValid
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
      );
  return [...refused, ...[...unread].map((path) => `${path} is unknown`)];
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Wraps a value so that fields that are never read remain in `unread`. A validator reads the fields of its schema, and lists those of
 * a map, so that the rest are unknown fields, which the schemas allow.
 */
function trackReads<T>(value: T, path: string, unread: Set<string>): T {
  if (typeof value !== "object" || value === null) return value;
  const wrapped = new Map<string, unknown>();
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) unread.add(`${path}/${key}`);
    wrapped.set(key, trackReads(inner, `${path}/${key}`, unread));
  }
  return new Proxy(value, {
    get(target, key) {
      unread.delete(`${path}/${String(key)}`);
      return wrapped.has(String(key)) ? wrapped.get(String(key)) : Reflect.get(target, key);
    },
  });
}
