import type { Commit } from "@knockon/extract/history/commit";
import type { Random } from "../random.ts";
import { commitOf, scriptRepository, type Files, type ScriptedRepository } from "../scripted-org.ts";
import { randomFiles } from "./random-files.ts";
import { pushedHistory } from "./simulated-history.ts";

/** A repository through all its names and commits, from its creation on. */
export interface SimulatedRepository extends ScriptedRepository {
  isThere: boolean;
  /** The step at which it last appeared or vanished. */
  since: number;
  commits: Map<string, Files>;
  /** What leads to each of its commits. */
  histories: Map<string, readonly Commit[]>;
  /** Its newest commit from each step on; null while it is empty. */
  heads: { step: number; commit: string | null }[];
  /** All that it was ever called. */
  paths: Set<string>;
}

export interface Move {
  what: string;
  org?: SimulatedOrg;
  /** The platform id of a repository that was pushed to. */
  pushed?: string;
}

export interface SimulatedOrg {
  name: string;
  /** In the order of their creation, which is that of the listing. */
  repositories: SimulatedRepository[];
  pageSize: number;
}

const MAX_REPOSITORIES = 8;
const NAMES = Array.from({ length: 10 }, (_, index) => `r${index}`);
const TWO_ORGS = 0.3;

/** The commits that were its newest at some time since this step. */
export function headsSince(heads: SimulatedRepository["heads"], step: number): Set<string | null> {
  const first = heads.findLastIndex((head) => head.step <= step);
  return new Set(heads.slice(Math.max(0, first)).map((head) => head.commit));
}

/** What the git hosts hold. It moves while it is scanned. */
export class World {
  readonly orgs: SimulatedOrg[];
  /** The step of the last move, or of a listing that did not tell everything. */
  movedAt = 0;
  readonly #random: Random;
  readonly #step: () => number;
  #created = 0;

  constructor(random: Random, step: () => number, sizes?: readonly number[]) {
    this.#random = random;
    this.#step = step;
    const few = (limit: number) => Math.floor((limit + 1) * random() * random());
    const drawn = random() < TWO_ORGS ? [few(5), few(5)] : [few(MAX_REPOSITORIES)];
    this.orgs = (sizes ?? drawn).map((_, index) => ({
      name: ["acme", "beta"][index] ?? `org${index}`,
      repositories: [],
      pageSize: 1 + this.#below(4),
    }));
    for (const [index, org] of this.orgs.entries()) {
      for (let count = (sizes ?? drawn)[index] ?? 0; count > 0; count -= 1) this.#create(org);
    }
  }

  /** One change of one org. */
  move(): Move {
    const org = this.#pick(this.orgs);
    if (!org) return { what: "there is nothing to move" };
    this.movedAt = this.#step();
    const there = this.#pick(org.repositories.filter((one) => one.isThere));
    const gone = this.#pick(org.repositories.filter((one) => !one.isThere));
    const chance = this.#random();
    if (chance < 0.15 && org.repositories.length < MAX_REPOSITORIES) return this.#create(org);
    if (there && chance < 0.25) return this.#rename(org, there);
    if (there && chance < 0.35) return this.#vanish(org, there);
    if (gone && chance < 0.55) return this.#return(org, gone);
    return there ? this.#push(org, there) : { what: "the world stands still" };
  }

  #create(org: SimulatedOrg): Move {
    this.#created += 1;
    const platformId = String(this.#created).padStart(4, "0");
    const created = {
      ...scriptRepository(this.#freePath(org), null),
      platformId,
      isThere: true,
      since: this.#step(),
      commits: new Map<string, Files>(),
      histories: new Map<string, readonly Commit[]>(),
      heads: [],
      paths: new Set<string>(),
    };
    created.paths.add(created.fullPath);
    org.repositories.push(created);
    return { ...this.#push(org, created), what: `${created.fullPath} is created as ${platformId}` };
  }

  #push(org: SimulatedOrg, repository: SimulatedRepository): Move {
    const { fullPath, platformId } = repository;
    repository.files = randomFiles(this.#random, fullPath, this.#paths());
    const commit = commitOf(repository.files);
    const former = repository.heads.at(-1)?.commit;
    if (repository.files && commit) {
      repository.commits.set(commit, repository.files);
      const history = former ? repository.histories.get(former) : undefined;
      repository.histories.set(commit, pushedHistory(this.#random, history ?? []));
    }
    repository.heads.push({ step: this.#step(), commit });
    return { org, what: `a push to ${fullPath} (${platformId})`, pushed: platformId };
  }

  #rename(org: SimulatedOrg, repository: SimulatedRepository): Move {
    const former = repository.fullPath;
    this.#take(org, repository, this.#freePath(org));
    return { org, what: `${former} (${repository.platformId}) is renamed to ${repository.fullPath}` };
  }

  #vanish(org: SimulatedOrg, repository: SimulatedRepository): Move {
    Object.assign(repository, { isThere: false, since: this.#step() });
    return { org, what: `${repository.fullPath} (${repository.platformId}) vanishes` };
  }

  #return(org: SimulatedOrg, repository: SimulatedRepository): Move {
    this.#take(org, repository, this.#freePath(org));
    Object.assign(repository, { isThere: true, since: this.#step() });
    return { org, what: `${repository.platformId} returns as ${repository.fullPath}` };
  }

  #take(org: SimulatedOrg, repository: SimulatedRepository, fullPath: string): void {
    repository.fullPath = fullPath;
    repository.paths.add(fullPath);
  }

  /** Also one that another repository had: a host gives names away again. */
  #freePath(org: SimulatedOrg): string {
    const taken = new Set(org.repositories.filter((one) => one.isThere).map((one) => one.fullPath));
    const free = NAMES.map((name) => `${org.name}/${name}`).filter((path) => !taken.has(path));
    return this.#pick(free) ?? `${org.name}/crowded`;
  }

  #paths(): string[] {
    return this.orgs.flatMap((org) => NAMES.map((name) => `${org.name}/${name}`));
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[this.#below(from.length)];
  }
}
