import type { Facts } from "../../ecosystem.ts";
import type { JobFacts } from "./interface.ts";
import type { GitlabFacts, Use } from "./read.ts";
import { findVariable, Scope } from "./variables.ts";

/** The includes of a job's `trigger`, if a name in them contains a variable. */
export interface Trigger {
  job: string;
  uses: Use[];
  locals: string[];
}

/** Limits the jobs that extend one trigger. */
const MAX_JOBS = 200;

export const hasVariable = (text: string | null): boolean =>
  text !== null && findVariable(text) !== undefined;

/**
 * Resolves the includes of triggers by the jobs that extend them, in any file: `file: '$MACHINE.yml'` of `.child` is
 * `a.yml` and `b.yml` if two jobs extend it with these values.
 */
export function bindTriggers(files: readonly Facts<GitlabFacts>[]): readonly Facts<GitlabFacts>[] {
  if (files.every(({ facts }) => facts.triggers.length === 0)) return files;
  const jobs = new Map(files.flatMap(({ facts }) => facts.pipeline.jobs.map((job) => [job.name, job])));
  return files.map((file) =>
    file.facts.triggers.length === 0 ? file : { ...file, facts: bindFile(file.facts, jobs) },
  );
}

function bindFile(facts: GitlabFacts, jobs: ReadonlyMap<string, JobFacts>): GitlabFacts {
  let { uses, locals } = facts;
  for (const trigger of facts.triggers) {
    const scopes = scopesOf(trigger.job, jobs);
    if (scopes.length === 0) continue;
    const written = new Set(trigger.uses.map(keyOf));
    uses = distinct(
      uses.flatMap((use) => (written.has(keyOf(use)) ? scopes.map((scope) => bindUse(use, scope)) : [use])),
      keyOf,
    );
    locals = distinct(
      locals.flatMap((local) =>
        trigger.locals.includes(local) ? scopes.map((scope) => scope.bind(local)) : [local],
      ),
      (local) => local,
    );
  }
  return { ...facts, uses, locals };
}

const bindUse = (use: Use, scope: Scope): Use => ({
  ...use,
  text: scope.bind(use.text),
  file: use.file === null ? null : scope.bind(use.file),
  ref: use.ref === null ? null : scope.bind(use.ref),
});

/** Returns the variables of each job that extends a trigger and is not hidden. */
function scopesOf(trigger: string, jobs: ReadonlyMap<string, JobFacts>): Scope[] {
  const found: Scope[] = [];
  for (const job of jobs.values()) {
    if (job.name.startsWith(".") || found.length === MAX_JOBS) continue;
    const chain = chainOf(job, jobs);
    if (!chain.some(({ name }) => name === trigger)) continue;
    const values = chain.toReversed().flatMap(({ variables }) => variables);
    found.push(new Scope(new Map(values.map(({ name, value }) => [name, value ?? undefined]))));
  }
  return found;
}

/** The job and the jobs that it extends, the nearest first. */
function chainOf(job: JobFacts, jobs: ReadonlyMap<string, JobFacts>): JobFacts[] {
  const chain = new Set([job]);
  for (const each of chain)
    for (const { name } of each.extends.toReversed()) {
      const parent = jobs.get(name);
      if (parent) chain.add(parent);
    }
  return [...chain];
}

const keyOf = ({ line, rule, text, file, ref }: Use): string =>
  [line, rule, text, file ?? "", ref ?? ""].join("\0");

const distinct = <T>(values: readonly T[], key: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [key(value), value])).values(),
];
