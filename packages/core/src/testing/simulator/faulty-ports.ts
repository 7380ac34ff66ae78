import type { Ports } from "../../context.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import {
  HostBusyError,
  HostRefusedError,
  RepositoryUnreadableError,
  type GitHost,
  type HistoryPage,
} from "../../ports/git-host.ts";
import type { ScanMessage } from "../../ports/queue.ts";
import { type Fault, SimulatedFailure } from "./faults.ts";
import type { About } from "./process.ts";
import type { Simulation } from "./simulation.ts";

/** Calls a dependency. Waits for the scheduler and may crash the process. */
export type Call = <T>(what: string, work: () => Promise<T>) => Promise<T>;

interface Calls {
  call: Call;
  /** Crashes the process. */
  die: (where: string) => never;
}

const MAX_BUSY_MS = 60 * 60_000;

/** Returns a process's ports. Each call goes through `call` and fails when a fault strikes. */
export function faultyPorts(simulation: Simulation, { call, die }: Calls, about: About): Ports {
  const { ctx, faults, queue, names, log, random } = simulation;
  const { blobStore, extractor, openGitHost } = ctx.ports;
  const { adapters } = simulation.script;
  const failing = <T>(kind: Exclude<Fault, "crash">, work: () => Promise<T>): Promise<T> => {
    if (!faults.strikes(kind)) return work();
    log(kind);
    return Promise.reject(new SimulatedFailure(kind));
  };
  /** With adapters, the fault strikes the simulated service, which refuses once or every time. */
  const send = async (message: ScanMessage, name: string, delaySeconds: number): Promise<void> => {
    if (!adapters) return failing("queueFailure", async () => queue.put(message, name, delaySeconds));
    const isStruck = faults.strikes("queueFailure");
    const refusals = isStruck ? (random() < 0.5 ? 1 : Infinity) : 0;
    let attempts = 0;
    const opened = adapters.openQueue((taken, delay) => {
      attempts += 1;
      if (attempts <= refusals) log("queueFailure");
      else queue.put(taken, name, delay);
      return attempts > refusals;
    });
    const sent = opened.send([message], delaySeconds);
    await (refusals === Infinity ? lost("queueFailure", sent) : sent);
  };
  const onBlobs = <T>(work: (blobs: BlobStore) => Promise<T>): Promise<T> => {
    if (!adapters) return failing("blobFailure", () => work(blobStore));
    if (!faults.strikes("blobFailure")) return work(blobStore);
    log("blobFailure");
    return lost("blobFailure", work(adapters.lostBlobStore));
  };
  return {
    ...ctx.ports,
    queue: {
      async send(messages, delaySeconds = 0) {
        for (const [name, message] of await names.ofMessages(messages))
          await call(`sending: ${name}`, () => send(message, name, delaySeconds));
      },
    },
    blobStore: {
      ...blobStore,
      put: (key, bytes) => call("storing a blob", () => onBlobs((blobs) => blobs.put(key, bytes))),
    },
    extractor: {
      ...extractor,
      extract: (repository, snapshot) =>
        call(`extracting ${repository.fullPath}`, () => {
          if (isPoisonous(simulation, repository.fullPath)) die(`while reading ${repository.fullPath}`);
          return failing("extractorFailure", () => extractor.extract(repository, snapshot));
        }),
    },
    openGitHost: (org) => faultyGitHost(simulation, openGitHost(org), call, about),
  };
}

/** Expects an adapter of an unavailable service to fail, and rejects with SimulatedFailure. */
async function lost(kind: Fault, work: Promise<unknown>): Promise<never> {
  await work.catch(() => {
    throw new SimulatedFailure(kind);
  });
  throw new Error(`An adapter ignored a ${kind}.`);
}

/** Returns whether reading the repository crashes its process, until the faults are cleared. */
function isPoisonous({ faults, poisonous, log }: Simulation, fullPath: string): boolean {
  const known = poisonous.get(fullPath) ?? faults.strikes("poison");
  poisonous.set(fullPath, known);
  if (known && !faults.isClear) log("poison");
  return known && !faults.isClear;
}

function faultyGitHost(simulation: Simulation, host: GitHost, call: Call, about: About): GitHost {
  const { faults, random, ledger, world, log, now } = simulation;
  const maybeFail = (): void => {
    if (faults.strikes("hostFailure")) throw fault("hostFailure", new SimulatedFailure("hostFailure"));
    if (faults.strikes("busy"))
      throw fault("busy", new HostBusyError(new Date(now() + random() * MAX_BUSY_MS)));
  };
  const maybeRefuse = (): void => {
    if (!faults.strikes("refusal")) return;
    ledger.mark(about.scanId, "wasRefused");
    throw fault("refusal", new HostRefusedError("The credential was refused."));
  };
  const fault = (kind: Fault, error: Error): Error => {
    log(kind);
    return error;
  };
  return {
    changes: host.changes,
    identify: () => host.identify(),
    listRepositories: (cursor) =>
      call(`listing from ${cursor ?? "the start"}`, async () => {
        maybeFail();
        maybeRefuse();
        const page = await host.listRepositories(cursor);
        if (page.nextCursor !== null || !faults.strikes("incomplete")) return page;
        log("incomplete");
        world.movedAt = simulation.steps.taken;
        ledger.mark(about.scanId, "wasIncomplete");
        return {
          ...page,
          repositories: page.repositories.slice(0, -1),
          incomplete: "The host returned only some repositories.",
        };
      }),
    findRepositories: (platformIds) =>
      call("looking up repositories", async () => {
        maybeFail();
        maybeRefuse();
        return host.findRepositories(platformIds);
      }),
    openSnapshot: (repository, commitSha) =>
      call(`opening ${repository.fullPath}`, async () => {
        ledger.reads(about, repository.platformId);
        maybeFail();
        if (faults.strikes("unreadable"))
          throw fault("unreadable", new RepositoryUnreadableError("The host lost its disk."));
        return host.openSnapshot(repository, commitSha);
      }),
    openHistory: async (repository, commitSha, start) => {
      const read = <T>(what: string, work: () => Promise<T>): Promise<T> =>
        call(`${what} the history of ${repository.fullPath}`, async () => {
          try {
            maybeFail();
            if (faults.strikes("unreadable"))
              throw fault("unreadable", new RepositoryUnreadableError("An object is missing."));
            return await work();
          } catch (error) {
            if (!(error instanceof HostBusyError))
              simulation.failedHistories.add(`${repository.platformId} ${commitSha}`);
            throw error;
          }
        });
      const history = await read("opening", () => host.openHistory(repository, commitSha, start));
      return { ...history, pages: eachBy(history.pages, (next) => read("reading on in", next)) };
    },
  };
}

/** Reads each page with a separate call. */
async function* eachBy(
  pages: AsyncIterable<HistoryPage>,
  take: <T>(next: () => Promise<T>) => Promise<T>,
): AsyncGenerator<HistoryPage> {
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await take(() => iterator.next());
    if (done) return;
    yield value;
  }
}
