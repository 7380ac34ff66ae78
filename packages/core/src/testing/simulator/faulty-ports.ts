import type { Ports } from "../../context.ts";
import {
  HostBusyError,
  HostRefusedError,
  RepositoryUnreadableError,
  type GitHost,
} from "../../ports/git-host.ts";
import { SimulatedFailure } from "./faults.ts";
import type { About } from "./process.ts";
import type { Simulation } from "./simulation.ts";
import type { Fault } from "./weather.ts";

/** Makes a call of a dependency, which waits for its turn and may be the process's last. */
export type Call = <T>(what: string, work: () => Promise<T>) => Promise<T>;

const MAX_BUSY_MS = 60 * 60_000;

/** The ports of a process: each call goes through `call`, and fails when a fault strikes. */
export function faultyPorts(simulation: Simulation, call: Call, about: About): Ports {
  const { ctx, faults, queue, names, log } = simulation;
  const { blobStore, extractor, openGitHost } = ctx.ports;
  const failing = <T>(kind: Exclude<Fault, "crash">, work: () => Promise<T>): Promise<T> => {
    if (!faults.strikes(kind)) return work();
    log(kind);
    return Promise.reject(new SimulatedFailure(kind));
  };
  return {
    ...ctx.ports,
    queue: {
      async send(messages, delaySeconds = 0) {
        for (const [name, message] of await names.ofMessages(messages)) {
          await call(`sending: ${name}`, () =>
            failing("queueFailure", async () => queue.put(message, name, delaySeconds)),
          );
        }
      },
    },
    blobStore: {
      ...blobStore,
      put: (key, bytes) =>
        call("storing a blob", () => failing("blobFailure", () => blobStore.put(key, bytes))),
    },
    extractor: {
      ...extractor,
      extract: (repository, snapshot) =>
        call(`extracting ${repository.fullPath}`, () =>
          failing("extractorFailure", () => extractor.extract(repository, snapshot)),
        ),
    },
    openGitHost: (org) => faultyGitHost(simulation, openGitHost(org), call, about),
  };
}

function faultyGitHost(simulation: Simulation, host: GitHost, call: Call, about: About): GitHost {
  const { faults, random, ledger, world, log, now } = simulation;
  const perhapsFail = (): void => {
    if (faults.strikes("hostFailure")) throw fault("hostFailure", new SimulatedFailure("hostFailure"));
    if (faults.strikes("busy"))
      throw fault("busy", new HostBusyError(new Date(now() + random() * MAX_BUSY_MS)));
  };
  const perhapsRefuse = (): void => {
    if (!faults.strikes("refusal")) return;
    ledger.note(about.scanId, "wasRefused");
    throw fault("refusal", new HostRefusedError("The credential was refused."));
  };
  const fault = (kind: Fault, error: Error): Error => {
    log(kind);
    return error;
  };
  return {
    identify: () => host.identify(),
    listRepositories: (cursor) =>
      call(`listing from ${cursor ?? "the start"}`, async () => {
        perhapsFail();
        perhapsRefuse();
        const page = await host.listRepositories(cursor);
        if (page.nextCursor !== null || !faults.strikes("incomplete")) return page;
        log("incomplete");
        world.movedAt = simulation.steps.taken;
        ledger.note(about.scanId, "wasIncomplete");
        return {
          ...page,
          repositories: page.repositories.slice(0, -1),
          incomplete: "The host kept some back.",
        };
      }),
    findRepositories: (platformIds) =>
      call("looking repositories up", async () => {
        perhapsFail();
        perhapsRefuse();
        return host.findRepositories(platformIds);
      }),
    openSnapshot: (repository, commitSha) =>
      call(`opening ${repository.fullPath}`, async () => {
        ledger.reads(about, repository.platformId);
        perhapsFail();
        if (faults.strikes("unreadable"))
          throw fault("unreadable", new RepositoryUnreadableError("The host lost its disk."));
        return host.openSnapshot(repository, commitSha);
      }),
    openHistory: (...history) => host.openHistory(...history),
  };
}
