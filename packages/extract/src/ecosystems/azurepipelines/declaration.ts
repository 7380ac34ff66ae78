import { posix } from "node:path";
import type { Declaration, RepositoryIdentity } from "../../ecosystem.ts";
import { imageDeclaration } from "../../image-reference.ts";
import { artifactName } from "../../name.ts";
import { fileUse } from "../../scope.ts";
import type { RepositoryResource, Use } from "./read.ts";
import { findRepositoryReference, type Aliases, type RepositoryReference } from "./repositories.ts";

export interface Scope {
  repository: RepositoryIdentity;
  aliases: Aliases;
  isTemplate: boolean;
  /** Whether the repository has a file. */
  hasFile: (path: string) => boolean;
}

/** Both fields are absent for a local reference. */
export interface Outcome {
  declaration?: Declaration;
  problem?: string;
}

/** `${{ … }}`, `$[ … ]` or `$(…)`. Bounded, to stay linear in texts with many openings. */
const EXPRESSION =
  /\$\{\{(?<template>[^{}]{1,200})\}\}|\$\[(?<runtime>[^$]{1,200})\]|\$\((?<macro>[\w.-]{1,200})\)/;

function findExpression(text: string): string | null {
  const { template, runtime, macro } = EXPRESSION.exec(text)?.groups ?? {};
  return (template ?? runtime ?? macro)?.trim() ?? null;
}

/**
 * Declares a resource. Templates that are named declare themselves. A resource that is not named may be for templates of other
 * repositories, which name its alias.
 */
export function repositoryDeclaration(
  file: string,
  resource: RepositoryResource,
  scope: Scope,
  isNamed: boolean,
): Outcome {
  const { type, name, ref, line } = resource;
  const unbound = findExpression(`${name} ${ref ?? ""}`);
  const reference = findRepositoryReference(resource, scope.repository);
  const isTemplated = findExpression(name) !== null;
  if (!isTemplated && !reference)
    return { problem: `"${name.slice(0, 100)}" is not a valid repository name for type "${type}".` };
  const { artifact, lookups } = isTemplated || !reference ? { artifact: name, lookups: [] } : reference;
  return {
    declaration: {
      ...common(file, line, "azurepipelines.repository"),
      dependencyType: "git_repository",
      rawReference: ref === null ? name : `${name}@${ref}`,
      artifact,
      versionConstraint: ref,
      versioning: "git",
      unbound,
      lookups,
      ...(!isNamed && { targetScope: "*:azure_pipelines_template" }),
    },
  };
}

export function declarationOf(file: string, use: Use, scope: Scope): Outcome {
  if (use.rule === "azurepipelines.template") return templateDeclaration(file, use, scope);
  if (use.rule === "azurepipelines.task") return taskDeclaration(file, use);
  return use.rule === "azurepipelines.checkout"
    ? checkoutDeclaration(file, use, scope)
    : containerDeclaration(file, use, scope);
}

const TEMPLATE = /^(?<path>.+)@(?<alias>[\w.-]+)$/s;

/**
 * A template without an alias is local, unless it is passed to a template of another repository and only that repository
 * can have it: https://github.com/asottile/azure-pipeline-templates#step-templates. Paths may contain Windows separators.
 */
function templateDeclaration(file: string, use: Use, scope: Scope): Outcome {
  const { text, line, rule, call } = use;
  const { path: written = text, alias = passedAlias(file, use, scope) } = TEMPLATE.exec(text)?.groups ?? {};
  if (alias === undefined || alias.toLowerCase() === "self") return {};
  const slashed = written.replaceAll("\\", "/").replace(/^\/+/, "");
  const expression = findExpression(slashed);
  const path = expression === null ? posix.normalize(slashed) : slashed;
  const resource = scope.aliases.findRepository(alias);
  const isKnown = resource !== undefined && findExpression(resource.name) === null;
  const reference = isKnown ? findRepositoryReference(resource, scope.repository) : undefined;
  return {
    declaration: {
      ...common(file, line, rule),
      dependencyType: "azure_pipelines_template",
      rawReference: text,
      artifact: reference ? `${reference.artifact}/${path}` : text,
      versionConstraint: resource?.ref ?? null,
      versioning: "git",
      unbound: expression ?? (resource ? findExpression(`${resource.name} ${resource.ref ?? ""}`) : alias),
      lookups: reference ? templateLookups(reference, expression === null ? path : null) : [],
      ...(reference && expression === null && fileUse(path)),
      ...call,
    },
  };
}

/** Returns the alias, in lowercase, that a use names a repository resource by: of a template, or to check it out. */
export function namedAlias(file: string, use: Use, scope: Pick<Scope, "hasFile">): string | undefined {
  const { text, rule } = use;
  if (rule === "azurepipelines.checkout") return text.toLowerCase();
  if (rule !== "azurepipelines.template") return undefined;
  return (TEMPLATE.exec(text)?.groups?.["alias"] ?? passedAlias(file, use, scope))?.toLowerCase();
}

function passedAlias(
  file: string,
  { text, passedTo }: Use,
  { hasFile }: Pick<Scope, "hasFile">,
): string | undefined {
  const path = text.replaceAll("\\", "/");
  const local = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(file), path);
  return /^[^$]+\.ya?ml$/i.test(path) && !hasFile(local) ? passedTo : undefined;
}

const templateLookups = ({ artifact, lookups }: RepositoryReference, path: string | null): string[] => [
  ...(path === null ? [] : [artifactName("azure_pipelines_template", `${artifact}/${path}`)]),
  ...lookups,
];

const TASK = /^(?<name>[\w.-]+)(?:@(?<version>[\w.*-]+))?$/;

/** A task may be written with its full name: `publisher.extension.contribution.Task@1` for `Task@1`. */
function taskDeclaration(file: string, { text, line, rule }: Use): Outcome {
  const { name, version = null } = TASK.exec(text)?.groups ?? {};
  const unbound = findExpression(text);
  if (name === undefined && unbound === null)
    return { problem: `"${text.slice(0, 100)}" is not a valid task reference.` };
  const artifact = name?.toLowerCase() ?? text;
  const names = [artifact, artifact.slice(artifact.lastIndexOf(".") + 1)];
  return {
    declaration: {
      ...common(file, line, rule),
      dependencyType: "azure_pipelines_task",
      rawReference: text,
      artifact,
      versionConstraint: version,
      versioning: "git",
      unbound,
      lookups:
        name === undefined
          ? []
          : [...new Set(names)].map((each) => artifactName("azure_pipelines_task", each)),
    },
  };
}

const INLINE = /^(?<type>git|github|githubenterprise|bitbucket):\/\/(?<name>[^@]+)(?:@(?<ref>.+))?$/i;

/** A checkout of an alias is not declared: its definition is. */
function checkoutDeclaration(file: string, { text, line, rule }: Use, scope: Scope): Outcome {
  const { type, name, ref = null } = INLINE.exec(text)?.groups ?? {};
  if (type === undefined || name === undefined) return {};
  const outcome = repositoryDeclaration(file, { alias: "", type, name, ref, line }, scope, true);
  const found = outcome.declaration;
  return found
    ? { declaration: { ...found, rawReference: text, evidence: { class: "manifest", rule } } }
    : outcome;
}

/** A single word in a template may be an alias that the pipelines including it define. */
function containerDeclaration(file: string, { text, line, rule }: Use, scope: Scope): Outcome {
  const isWord = /^[\w-]+$/.test(text);
  if (isWord && (scope.isTemplate || scope.aliases.isContainer(text))) return {};
  const runtime = text.startsWith("$[") ? findExpression(text) : null;
  if (runtime === null) {
    const found = imageDeclaration(
      { ecosystem: "azurepipelines", sourceFile: file, sourceLine: line, rule },
      text,
    );
    return found
      ? { declaration: found }
      : { problem: `"${text.slice(0, 100)}" is not a valid image reference.` };
  }
  return {
    declaration: {
      ...common(file, line, rule),
      dependencyType: "container_image",
      rawReference: text,
      artifact: text,
      versionConstraint: null,
      versioning: "docker",
      unbound: runtime,
      lookups: [],
    },
  };
}

const common = (sourceFile: string, sourceLine: number, rule: string) => ({
  ecosystem: "azurepipelines",
  sourceFile,
  sourceLine,
  versionComment: null,
  evidence: { class: "manifest" as const, rule },
});
