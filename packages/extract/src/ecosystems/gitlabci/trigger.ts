import type { Facts } from "../../ecosystem.ts";
import { childrenOf, type JobFacts } from "./interface.ts";
import type { GitlabFacts, Use } from "./read.ts";
import { findVariable, Scope } from "./variables.ts";

/** The includes of a job's `trigger`, if a name in them contains a variable. */
export interface Trigger {
  job: string;
  uses: Use[];
  locals: string[];
}

/** Limits the jobs that extend one trigger, and the jobs that one job extends. */
const MAX_JOBS = 100;
const MAX_CHAIN = 20;

export const hasVariable = (text: string | null): boolean =>
  text !== null && findVariable(text) !== undefined;

/**
 * Resolves the includes of triggers by the jobs that extend them, in any file: `file: '$MACHINE.yml'` of `.child` is
 * `a.yml` and `b.yml` if two jobs extend it with these values.
 */
export function bindTriggers(files: readonly Facts<GitlabFacts>[]): readonly Facts<GitlabFacts>[] {
  if (files.every(({ facts }) => facts.triggers.length === 0)) return files;
  const jobs = new Map(files.flatMap(({ facts }) => facts.pipeline.jobs.map((job) => [job.name, job])));
  const scopes = new TriggerScopes(jobs);
  return files.map((file) =>
    file.facts.triggers.length === 0 ? file : { ...file, facts: bindFile(file.facts, scopes) },
  );
}

type Jobs = ReadonlyMap<string, JobFacts>;

function bindFile(facts: GitlabFacts, scopes: TriggerScopes): GitlabFacts {
  const ofUse = new Map(
    facts.triggers.flatMap(({ job, uses }) => uses.map((use) => [keyOf(use), job] as const)),
  );
  const ofLocal = new Map(
    facts.triggers.flatMap(({ job, locals }) => locals.map((local) => [local, job] as const)),
  );
  const uses = facts.uses.flatMap((use) => {
    const job = ofUse.get(keyOf(use));
    const bound = job === undefined ? [] : scopes.of(job).map((scope) => bindUse(use, scope));
    return bound.length > 0 ? bound : [use];
  });
  const locals = facts.locals.flatMap((local) => {
    const job = ofLocal.get(local);
    const bound = job === undefined ? [] : scopes.of(job).map((scope) => scope.bind(local));
    return bound.length > 0 ? bound : [local];
  });
  return { ...facts, uses: distinct(uses, keyOf), locals: [...new Set(locals)] };
}

const bindUse = (use: Use, scope: Scope): Use => ({
  ...use,
  text: scope.bind(use.text),
  file: use.file === null ? null : scope.bind(use.file),
  ref: use.ref === null ? null : scope.bind(use.ref),
});

/** The variables of the jobs that extend a trigger. */
class TriggerScopes {
  readonly #jobs: Jobs;
  readonly #children: ReadonlyMap<string, readonly JobFacts[]>;
  readonly #byJob = new Map<string, Scope>();

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
    this.#children = childrenOf(jobs.values());
  }

  /** Returns a scope for each job that is or extends the trigger and is not hidden. */
  of(trigger: string): Scope[] {
    const extending = new Set([trigger]);
    for (const name of extending)
      for (const child of this.#children.get(name) ?? [])
        if (extending.size < MAX_JOBS) extending.add(child.name);
    return [...extending].flatMap((name) => {
      const job = this.#jobs.get(name);
      return job && !name.startsWith(".") ? this.#scopeOf(job) : [];
    });
  }

  #scopeOf(job: JobFacts): Scope {
    const known = this.#byJob.get(job.name);
    if (known) return known;
    const values = chainOf(job, this.#jobs)
      .toReversed()
      .flatMap(({ variables }) => variables);
    const scope = new Scope(new Map(values.map(({ name, value }) => [name, value ?? undefined])));
    this.#byJob.set(job.name, scope);
    return scope;
  }
}

/** The job and the jobs that it extends, the nearest first. */
function chainOf(job: JobFacts, jobs: Jobs): JobFacts[] {
  const chain = new Set([job]);
  for (const each of chain)
    for (const { name } of each.extends.toReversed()) {
      const parent = jobs.get(name);
      if (parent && chain.size < MAX_CHAIN) chain.add(parent);
    }
  return [...chain];
}

const keyOf = ({ line, rule, text, file, ref }: Use): string =>
  [line, rule, text, file ?? "", ref ?? ""].join("\0");

const distinct = <T>(values: readonly T[], key: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [key(value), value])).values(),
];
