import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import type { RepositoryIdentity } from "../ecosystem.ts";
import type { ExtractedInterfaces } from "../repository-extraction.ts";
import { CONFINED_PARSERS, type Confinement } from "./confinement.ts";
import { createExtractor, type Extractor, type SnapshotExtraction } from "./extractor.ts";
import { memorySnapshot } from "./testing/memory-snapshot.ts";

const REPOSITORY: RepositoryIdentity = { fullPath: "acme/app", cloneUrl: null };
const DOCKERFILE = { text: "FROM ghcr.io/acme/base:1\n" };

const opened: { extractor: Extractor; workers: Worker[] }[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ extractor }) => extractor.close())));

/** Creates an extractor with the harmful parser in addition to the real ones. */
function open(threads: number, limits: Partial<Confinement> = {}) {
  const workers: Worker[] = [];
  const extractor = createExtractor(threads, {
    ...CONFINED_PARSERS,
    openWorker: (options) => {
      const worker = new Worker(new URL("./testing/harmful-worker.ts", import.meta.url), options);
      workers.push(worker);
      return worker;
    },
    ...limits,
  });
  opened.push({ extractor, workers });
  return { extractor, workers };
}

const readDamaged = () => Promise.reject(new Error("The object store is damaged."));

const images = ({ declarations }: SnapshotExtraction): string[] =>
  declarations.map((each) => `${each.sourceFile} ${each.rawReference}`);

const filesOf = ({ interfaces }: ExtractedInterfaces): string[] => interfaces.map(({ file }) => file);

describe("a file that harms its parser", () => {
  it.each([
    ["hangs it", "hang", { fileTimeoutMs: 500 }, "timeout", "Reading this file took over 0.5 seconds."],
    [
      "exhausts its memory",
      "eat memory",
      { fileTimeoutMs: 30_000, maxHeapMb: 64 },
      "out_of_memory",
      "Reading this file took too much memory.",
    ],
  ])("and %s is a problem, and the other files are read", async (_, text, limits, code, message) => {
    const { extractor } = open(1, limits);
    const files = { "a/Dockerfile": DOCKERFILE, "harm/x": { text }, "z/Dockerfile": DOCKERFILE };
    const result = await extractor.extract(REPOSITORY, memorySnapshot(files));
    expect(images(result)).toEqual(["a/Dockerfile ghcr.io/acme/base:1", "z/Dockerfile ghcr.io/acme/base:1"]);
    expect(result.problems).toEqual([{ file: "harm/x", line: null, code, message }]);
    expect(result.counts.files).toBe(2);
  });

  it("is identified if it is not the first file or not in the first repository of the thread", async () => {
    const { extractor, workers } = open(1, { fileTimeoutMs: 500 });
    const harmless = { a: DOCKERFILE, b: DOCKERFILE, "harm/x": { text: "nothing" } };
    await extractor.extract(REPOSITORY, memorySnapshot(harmless));
    const harming = { a: DOCKERFILE, "harm/x": { text: "hang" }, "harm/y": { text: "hang" } };
    const result = await extractor.extract(REPOSITORY, memorySnapshot(harming));
    expect(result.problems.map(({ file, code }) => [file, code])).toEqual([
      ["harm/x", "timeout"],
      ["harm/y", "timeout"],
    ]);
    expect(workers).toHaveLength(3);
  });

  it("is not reported for the total time of many small repositories", async () => {
    const { extractor, workers } = open(1, { fileTimeoutMs: 500 });
    const small = { "harm/x": { text: "work a little" } };
    const results = await Promise.all(
      Array.from({ length: 15 }, () => extractor.extract(REPOSITORY, memorySnapshot(small))),
    );
    expect(results.flatMap((result) => result.problems)).toEqual([]);
    expect(workers).toHaveLength(1);
  });

  it("is not reported if it only waits for a busy machine", async () => {
    // Little less than it waits: what else runs in this process counts as well.
    const { extractor } = open(1, { fileTimeoutMs: 1500 });
    const { problems } = await extractor.extract(
      REPOSITORY,
      memorySnapshot({ "harm/x": { text: "get no CPU" } }),
    );
    expect(problems).toEqual([]);
  });

  it("pauses the source, so that only a few batches are read ahead", async () => {
    const { extractor } = open(1, { fileTimeoutMs: 500 });
    const large = new Uint8Array(256 * 1024).fill(0x20);
    const rest = Array.from({ length: 40 }, (_, index) => [`file-${index}`, large] as const);
    const snapshot = memorySnapshot({ "harm/x": { text: "hang" }, ...Object.fromEntries(rest) });
    const result = await extractor.extract(REPOSITORY, snapshot);
    const firstAttempt = snapshot.delivered.slice(0, -rest.length);
    expect(firstAttempt.length).toBeLessThanOrEqual(1 + 4 * 2);
    expect(result.counts).toMatchObject({ files: 40, bytes: 40 * large.byteLength });
  });
});

describe("files of any size", () => {
  it("are read as they are, one after another", async () => {
    const { extractor } = open(1);
    const sizes = [0, 300_000, 212_000, 300_000, 524_288, 1, 600_000, 1_048_576, 100, 524_289, 10, 500_000];
    const files = Object.fromEntries(
      [...sizes, ...sizes, ...sizes].map((size, at) => {
        const image = `FROM ghcr.io/acme/base:${at}\n`;
        return [`${String(at).padStart(2, "0")}/Dockerfile`, { text: image.padEnd(size, "#") }];
      }),
    );
    const { declarations, problems } = await extractor.extract(REPOSITORY, memorySnapshot(files));
    expect(problems).toEqual([]);
    expect(declarations.map((one) => `${one.sourceFile} ${one.versionConstraint}`)).toEqual(
      Object.keys(files).map((path, at) => `${path} ${at}`),
    );
  });
});

describe("reading without linking", () => {
  it("returns the facts of each file, and a problem for one that harms its parser", async () => {
    const extractor = createExtractor(1, {
      ...CONFINED_PARSERS,
      openWorker: (options) => new Worker(new URL("./testing/harmful-worker.ts", import.meta.url), options),
      fileTimeoutMs: 500,
    });
    const files = {
      "a/Dockerfile": DOCKERFILE,
      "harm/x": { text: "hang" },
      "logo.png": DOCKERFILE,
      lost: "missing",
      "z/Dockerfile": DOCKERFILE,
    } as const;
    const snapshot = memorySnapshot(files);
    const facts = await extractor.read(REPOSITORY, snapshot, await snapshot.tree());
    await extractor.close();
    expect(
      facts.map(({ found, problems }) => [
        ...found.map(({ ecosystem, file }) => `${ecosystem} ${file.path}`),
        ...problems.map(({ file, code }) => `${code} ${file}`),
      ]),
    ).toEqual([
      ["docker a/Dockerfile"],
      ["timeout harm/x"],
      [],
      ["blob_missing lost"],
      ["docker z/Dockerfile"],
    ]);
  });
});

describe("a repository with more text than memory", () => {
  it("is extracted, because references do not keep the text of their file", async () => {
    const { extractor } = open(1, { maxHeapMb: 64 });
    const page = (index: number): string =>
      `<a href="https://github.com/acme/a-repository-with-a-long-name-${index}">\n${" ".repeat(512 * 1024)}`;
    const files = Array.from(
      { length: 200 },
      (_, index) => [`${index}.html`, { text: page(index) }] as const,
    );
    const { problems, declarations } = await extractor.extract(
      REPOSITORY,
      memorySnapshot(Object.fromEntries(files)),
    );
    expect([problems, declarations.length]).toEqual([[], 200]);
  });
});

describe("a repository that cannot be extracted", () => {
  it.each([
    ["a link phase that hangs", "hang the link", "The link phase: timeout"],
    ["a thread that ends", "end the thread", "The extraction thread ended."],
  ])("because of %s rejects, and the next one gets a new thread", async (_, text, message) => {
    const { extractor, workers } = open(1, { linkTimeoutMs: 500 });
    const harming = memorySnapshot({ "harm/x": { text } });
    await expect(extractor.extract(REPOSITORY, harming)).rejects.toThrow(message);
    await extractor.extract(REPOSITORY, memorySnapshot({ Dockerfile: DOCKERFILE }));
    expect(workers).toHaveLength(2);
  });

  it.each(["tree", "files"] as const)(
    "because its %s cannot be read rejects with the cause",
    async (method) => {
      const { extractor } = open(1);
      const damaged = { ...memorySnapshot({ Dockerfile: DOCKERFILE }), [method]: readDamaged };
      await expect(extractor.extract(REPOSITORY, damaged)).rejects.toThrow("The object store is damaged.");
      const next = await extractor.extract(REPOSITORY, memorySnapshot({ Dockerfile: DOCKERFILE }));
      expect(images(next)).toEqual(["Dockerfile ghcr.io/acme/base:1"]);
    },
  );
});

describe("many repositories", () => {
  it("share threads without mixing results", async () => {
    const { extractor, workers } = open(2);
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const snapshot = memorySnapshot({ [`${index}/Dockerfile`]: { text: `FROM acme/base:${index}` } });
        return extractor.extract({ fullPath: `acme/app-${index}`, cloneUrl: null }, snapshot);
      }),
    );
    expect(results.map(images)).toEqual(
      results.map((_, index) => [`${index}/Dockerfile acme/base:${index}`]),
    );
    expect(workers).toHaveLength(2);
  });

  it("are listed only when a thread is free, in the order of the calls", async () => {
    const { extractor } = open(2);
    const events: string[] = [];
    const extract = (name: string) => {
      const snapshot = memorySnapshot({ Dockerfile: DOCKERFILE });
      return extractor.extract(REPOSITORY, {
        tree: () => (events.push(name), snapshot.tree()),
        files: async (...ask) => (await snapshot.files(...ask), void events.push("one is read")),
      });
    };
    await Promise.all(["a", "b", "c", "d"].map(extract));
    expect(events.filter((event) => event !== "one is read")).toEqual(["a", "b", "c", "d"]);
    expect(events.indexOf("c")).toBeGreaterThan(events.indexOf("one is read"));
  });
});

describe("a forged tree", () => {
  it.each([
    "/Dockerfile",
    "a//Dockerfile",
    "../Dockerfile",
    "a/./Dockerfile",
    "a/../../Dockerfile",
    "..",
    "",
  ])("with the path %j is read without it", async (path) => {
    const { extractor } = open(1, { linkTimeoutMs: 2000 });
    const files = { [path]: DOCKERFILE, "a/Dockerfile": DOCKERFILE };
    const result = await extractor.extract(REPOSITORY, memorySnapshot(files));
    expect(images(result)).toEqual(["a/Dockerfile ghcr.io/acme/base:1"]);
    expect(result.counts.skipped).toEqual({ invalid_path: 1 });
    const commits = { before: memorySnapshot({}), after: memorySnapshot(files) };
    const { after } = await extractor.extractInterfaces(REPOSITORY, commits);
    expect(filesOf(after)).toEqual(["a/Dockerfile"]);
  });
});

describe("counts", () => {
  it("include the files read and the reasons for skipped files", async () => {
    const { extractor } = open(1);
    const files = {
      Dockerfile: DOCKERFILE,
      data: new Uint8Array([1, 0, 2]),
      "logo.png": DOCKERFILE,
      "vendor/Dockerfile": DOCKERFILE,
      "large.json": "too_large",
      "lost.json": "missing",
    } as const;
    const others = [
      { path: "link", mode: "120000", oid: "1" },
      { path: "module", mode: "160000", oid: "2" },
    ];
    const { counts, problems } = await extractor.extract(REPOSITORY, memorySnapshot(files, others));
    expect(counts).toEqual({
      files: 1,
      bytes: DOCKERFILE.text.length,
      skipped: { binary: 2, vendored: 1, too_large: 1, symlink: 1, submodule: 1 },
    });
    expect(problems.map(({ file, code }) => [file, code])).toEqual([["lost.json", "blob_missing"]]);
  });
});

describe("close", () => {
  it("waits for running extractions and ends every thread", async () => {
    const { extractor, workers } = open(2);
    await extractor.extract(REPOSITORY, memorySnapshot({ Dockerfile: DOCKERFILE }));
    const running = extractor.extract(REPOSITORY, memorySnapshot({ Dockerfile: DOCKERFILE }));
    const waiting = extractor.extract(REPOSITORY, memorySnapshot({ Dockerfile: DOCKERFILE }));
    await new Promise(setImmediate);
    const ended = workers.map((worker) => once(worker, "exit"));
    await extractor.close();
    expect([await running, await waiting].map(images)).toEqual(
      Array.from({ length: 2 }, () => ["Dockerfile ghcr.io/acme/base:1"]),
    );
    expect(ended).toHaveLength(2);
    await Promise.all(ended);
  });
});

it("ends an idle thread, and starts another for the next repository", async () => {
  const { extractor, workers } = open(1, { idleMs: 20 });
  const read = () => extractor.extract(REPOSITORY, memorySnapshot({ Dockerfile: DOCKERFILE }));
  await read();
  await once(workers[0] as Worker, "exit");
  expect(images(await read())).toEqual(["Dockerfile ghcr.io/acme/base:1"]);
  expect(workers).toHaveLength(2);
});

describe("the interfaces of two commits", () => {
  const chart = (name: string) => ({ text: `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n` });
  const values = (key: string) => ({ text: `${key}: 1\n` });
  const before = {
    "a/Chart.yaml": chart("a"),
    "a/values.yaml": values("old"),
    "b/Chart.yaml": chart("b"),
  };
  const after = {
    "a/Chart.yaml": chart("a"),
    "a/values.yaml": values("new"),
    "c/Chart.yaml": chart("c"),
  };

  it("are those of two extractions, although shared files are read once", async () => {
    const { extractor } = open(1);
    const commits = { before: memorySnapshot(before), after: memorySnapshot(after) };
    const interfaces = await extractor.extractInterfaces(REPOSITORY, commits);
    expect(commits.before.delivered).toEqual(Object.keys(before));
    expect(commits.after.delivered).toEqual(["a/values.yaml", "c/Chart.yaml"]);
    expect(filesOf(interfaces.before)).toEqual(["a/Chart.yaml", "b/Chart.yaml"]);
    expect(filesOf(interfaces.after)).toEqual(["a/Chart.yaml", "c/Chart.yaml"]);
    const [old, current] = [
      await extractor.extract(REPOSITORY, memorySnapshot(before)),
      await extractor.extract(REPOSITORY, memorySnapshot(after)),
    ];
    expect(interfaces.before.interfaces).toEqual(old.interfaces);
    expect(interfaces.after.interfaces).toEqual(current.interfaces);
  });

  it("leave out a file that ends the thread at either commit", async () => {
    const { extractor } = open(1, { fileTimeoutMs: 500 });
    const interfaces = await extractor.extractInterfaces(REPOSITORY, {
      before: memorySnapshot({ ...before, "harm/x": { text: "nothing" } }),
      after: memorySnapshot({ ...after, "harm/x": { text: "hang" } }),
    });
    expect(interfaces.before.problems).toEqual(interfaces.after.problems);
    expect(interfaces.after.problems).toMatchObject([{ file: "harm/x", code: "timeout" }]);
    expect(interfaces.after.interfaces).toHaveLength(2);
  });

  it("pass no facts to the next repository of the thread", async () => {
    const { extractor } = open(1);
    const commits = { before: memorySnapshot(before), after: memorySnapshot(after) };
    await extractor.extractInterfaces(REPOSITORY, commits);
    const next = await extractor.extract(REPOSITORY, memorySnapshot({ "z/Dockerfile": DOCKERFILE }));
    expect(images(next)).toEqual(["z/Dockerfile ghcr.io/acme/base:1"]);
    expect(next.interfaces?.map(({ file }) => file)).toEqual(["z/Dockerfile"]);
  });
});
