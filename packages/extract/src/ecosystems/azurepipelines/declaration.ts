import type { Declaration, RepositoryIdentity } from "../../ecosystem.ts";
import { imageDeclaration } from "../../image-declaration.ts";
import { artifactName } from "../../name.ts";
import type { Aliases } from "./alias.ts";
import { findPlace, type Place } from "./place.ts";
import type { RepositoryResource } from "./read.ts";
import type { Use } from "./use.ts";

export interface Scope {
  repository: RepositoryIdentity;
  aliases: Aliases;
  isTemplate: boolean;
}

/** Neither, for what lies in the repository itself. */
export interface Outcome {
  declaration?: Declaration;
  problem?: string;
}

/** `${{ … }}`, `$[ … ]`, `$(…)`. Bounded, so that a text full of openings costs no more than its length. */
const EXPRESSION =
  /\$\{\{(?<template>[^{}]{1,200})\}\}|\$\[(?<runtime>[^$]{1,200})\]|\$\((?<macro>[\w.-]{1,200})\)/;

function findExpression(text: string): string | null {
  const { template, runtime, macro } = EXPRESSION.exec(text)?.groups ?? {};
  return (template ?? runtime ?? macro)?.trim() ?? null;
}

export function repositoryDeclaration(file: string, resource: RepositoryResource, scope: Scope): Outcome {
  const { type, name, ref, line } = resource;
  const unbound = findExpression(`${name} ${ref ?? ""}`);
  const place = findPlace(resource, scope.repository);
  const isHidden = findExpression(name) !== null;
  if (!isHidden && !place) return { problem: `"${name.slice(0, 100)}" names no repository of type ${type}.` };
  const { artifact, lookups } = isHidden || !place ? { artifact: name, lookups: [] } : place;
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

/** Expressions have no `@` that divides. */
const TEMPLATE = /^(?<path>.+)@(?<alias>[\w.-]+)$/s;

/** Paths may be written as on Windows. Without an alias the file lies beside the one that names it, in whichever repository that is. */
function templateDeclaration(file: string, { text, line, rule }: Use, scope: Scope): Outcome {
  const { path: written, alias } = TEMPLATE.exec(text)?.groups ?? {};
  if (written === undefined || alias === undefined || alias.toLowerCase() === "self") return {};
  const path = written.replaceAll("\\", "/").replace(/^\/+/, "");
  const resource = scope.aliases.findRepository(alias);
  const isKnown = resource !== undefined && findExpression(resource.name) === null;
  const place = isKnown ? findPlace(resource, scope.repository) : undefined;
  const hidden = findExpression(path);
  return {
    declaration: {
      ...common(file, line, rule),
      dependencyType: "azure_pipelines_template",
      rawReference: text,
      artifact: place ? `${place.artifact}/${path}` : text,
      versionConstraint: resource?.ref ?? null,
      versioning: "git",
      unbound: hidden ?? (resource ? findExpression(`${resource.name} ${resource.ref ?? ""}`) : alias),
      lookups: place ? templateLookups(place, hidden === null ? path : null) : [],
    },
  };
}

const templateLookups = ({ artifact, lookups }: Place, path: string | null): string[] => [
  ...(path === null ? [] : [artifactName("azure_pipelines_template", `${artifact}/${path}`)]),
  ...lookups,
];

const TASK = /^(?<name>[\w.-]+)(?:@(?<version>[\w.*-]+))?$/;

/** `publisher.extension.contribution.Task@1` spells out what `Task@1` leaves to the server. */
function taskDeclaration(file: string, { text, line, rule }: Use): Outcome {
  const { name, version = null } = TASK.exec(text)?.groups ?? {};
  const unbound = findExpression(text);
  if (name === undefined && unbound === null) return { problem: `"${text.slice(0, 100)}" names no task.` };
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

/** An alias is declared where it is defined. */
function checkoutDeclaration(file: string, { text, line, rule }: Use, scope: Scope): Outcome {
  const { type, name, ref = null } = INLINE.exec(text)?.groups ?? {};
  if (type === undefined || name === undefined) return {};
  const outcome = repositoryDeclaration(file, { alias: "", type, name, ref, line }, scope);
  const found = outcome.declaration;
  return found
    ? { declaration: { ...found, rawReference: text, evidence: { class: "manifest", rule } } }
    : outcome;
}

/** A bare word in a template may be an alias of the pipelines that take it. */
function containerDeclaration(file: string, { text, line, rule }: Use, scope: Scope): Outcome {
  const isWord = /^[\w-]+$/.test(text);
  if (isWord && (scope.isTemplate || scope.aliases.isContainer(text))) return {};
  const runtime = text.startsWith("$[") ? findExpression(text) : null;
  if (runtime === null) {
    const found = imageDeclaration(
      { ecosystem: "azurepipelines", sourceFile: file, sourceLine: line, rule },
      text,
    );
    return found ? { declaration: found } : { problem: `"${text.slice(0, 100)}" names no image.` };
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
