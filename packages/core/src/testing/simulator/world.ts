import type { Commit } from "@knockon/extract/history/commit";
import type { Random } from "../random.ts";
import { commitOf, type Files, type ScriptedRepository, scriptRepository } from "../scripted-org.ts";
import { pushedHistory } from "./simulated-host.ts";

/** A repository with all its former names and commits. */
export interface SimulatedRepository extends ScriptedRepository {
  isThere: boolean;
  /** The step at which it last appeared or disappeared. */
  since: number;
  commits: Map<string, Files>;
  /** The history of each of its commits. */
  histories: Map<string, readonly Commit[]>;
  /** The newest commit from each step on; null while the repository is empty. */
  heads: { step: number; commit: string | null }[];
  /** All paths it ever had. */
  paths: Set<string>;
}

export interface Move {
  what: string;
  org?: SimulatedOrg;
  /** The platform ID of the repository that was pushed to. */
  pushed?: string;
}

export interface SimulatedOrg {
  name: string;
  /** In the order of creation, which is the order of the listing. */
  repositories: SimulatedRepository[];
  pageSize: number;
}

const MAX_REPOSITORIES = 8;
const NAMES = Array.from({ length: 10 }, (_, index) => `r${index}`);
const TWO_ORGS = 0.3;

/** Returns the commits that were the newest at some time since the step. */
export function headsSince(heads: SimulatedRepository["heads"], step: number): Set<string | null> {
  const first = heads.findLastIndex((head) => head.step <= step);
  return new Set(heads.slice(Math.max(0, first)).map((head) => head.commit));
}

/** The repositories on the git hosts, which change while they are scanned. */
export class World {
  readonly orgs: SimulatedOrg[];
  /** The step of the last change or of the last incomplete listing. */
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

  /** Makes one random change in one org. */
  move(): Move {
    const org = this.#pick(this.orgs);
    if (!org) return { what: "there is no org to change" };
    this.movedAt = this.#step();
    const there = this.#pick(org.repositories.filter((one) => one.isThere));
    const gone = this.#pick(org.repositories.filter((one) => !one.isThere));
    const chance = this.#random();
    if (chance < 0.15 && org.repositories.length < MAX_REPOSITORIES) return this.#create(org);
    if (there && chance < 0.25) return this.#rename(org, there);
    if (there && chance < 0.35) return this.#remove(org, there);
    if (gone && chance < 0.55) return this.#return(org, gone);
    return there ? this.#push(org, there) : { what: "nothing changes" };
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

  #remove(org: SimulatedOrg, repository: SimulatedRepository): Move {
    Object.assign(repository, { isThere: false, since: this.#step() });
    return { org, what: `${repository.fullPath} (${repository.platformId}) is deleted` };
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

  /** Returns a path that is free now; another repository may have had it. */
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

const EMPTY = 0.08;

/** Returns files that produce artifacts and use those of others, or null for an empty repository. */
function randomFiles(random: Random, fullPath: string, others: readonly string[]): Files | null {
  if (random() < EMPTY) return null;
  const other = (): string => others[Math.floor(random() * others.length)] ?? fullPath;
  const version = (): number => 1 + Math.floor(random() * 3);
  const files: Files = {};
  if (random() < 0.7) {
    const uses = Array.from(
      { length: 1 + Math.floor(random() * 2) },
      () => `{uses: ${other()}@v${version()}}`,
    );
    files[".github/workflows/ci.yml"] =
      `jobs:\n  a:\n    steps:\n${uses.map((use) => `      - ${use}\n`).join("")}`;
  }
  if (random() < 0.5) files["action.yml"] = "runs: {using: composite, steps: []}";
  if (random() < 0.4) {
    const dependencies = { [`@${other()}`]: `^${version()}.0.0` };
    files["package.json"] = JSON.stringify({
      name: `@${fullPath}`,
      version: `${version()}.0.0`,
      dependencies,
    });
  }
  // Makes every commit unique.
  files["README"] = String(random());
  return files;
}
