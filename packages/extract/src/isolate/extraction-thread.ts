import { Worker } from "node:worker_threads";
import type { LinkResult, RepositoryIdentity, TreeEntry } from "../ecosystem.ts";
import type { Progress, Request, Response } from "./protocol.ts";

/** Longer than any honest file takes, and short enough that a bomb costs little. */
const FILE_TIMEOUT_MS = 2000;
const LINK_TIMEOUT_MS = 30_000;
const WATCH_INTERVAL_MS = 250;
const MAX_HEAP_MB = 160;
/** A batch is sent when it holds this much; a few may be under way. */
const BATCH_BYTES = 512 * 1024;
const MAX_BATCHES_UNDER_WAY = 3;

/** The thread ended while it read a file. `path` is null if it ended between files. */
export class FileKilledThread extends Error {
  readonly path: string | null;
  readonly code: "timeout" | "out_of_memory";
  constructor(path: string | null, code: "timeout" | "out_of_memory") {
    super(`${path ?? "The link phase"}: ${code}`);
    this.path = path;
    this.code = code;
  }
}

/** One worker thread and its watchdog. Runs one repository at a time; after an error it is dead. */
export class ExtractionThread {
  readonly #progress: Progress = new Int32Array(new SharedArrayBuffer(8));
  readonly #worker: Worker;
  readonly #watchdog: NodeJS.Timeout;
  #sentPaths: string[] = [];
  #batch: { path: string; bytes: Uint8Array }[] = [];
  #batchBytes = 0;
  #underWay = 0;
  #death: Error | undefined;
  #wake: (() => void) | undefined;
  #result: LinkResult | undefined;
  #watched = { file: 0, since: 0 };
  #linkingSince: number | undefined;

  constructor() {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: this.#progress,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.#worker.unref();
    this.#worker.on("message", (response: Response) => this.#receive(response));
    this.#worker.on("error", (error) => this.#die(this.#explain(error)));
    this.#watchdog = setInterval(() => this.#watch(), WATCH_INTERVAL_MS).unref();
  }

  start(repository: RepositoryIdentity): void {
    Atomics.store(this.#progress, 0, 0);
    this.#sentPaths = [];
    this.#send({ kind: "start", repository });
  }

  /** Resolves when there is room for more. Throws FileKilledThread. */
  async addFile(path: string, bytes: Uint8Array): Promise<void> {
    this.#batch.push({ path, bytes });
    this.#batchBytes += bytes.byteLength;
    if (this.#batchBytes >= BATCH_BYTES) await this.#flush();
  }

  async finish(tree: readonly TreeEntry[]): Promise<LinkResult> {
    await this.#flush();
    await this.#until(() => this.#underWay === 0);
    this.#linkingSince = Date.now();
    this.#send({ kind: "finish", tree });
    await this.#until(() => this.#result !== undefined);
    this.#linkingSince = undefined;
    const result = this.#result;
    this.#result = undefined;
    if (!result) throw new Error("The extraction thread gave no result.");
    return result;
  }

  async close(): Promise<void> {
    clearInterval(this.#watchdog);
    await this.#worker.terminate();
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    await this.#until(() => this.#underWay < MAX_BATCHES_UNDER_WAY);
    this.#underWay += 1;
    const bytes = new Uint8Array(this.#batchBytes);
    let end = 0;
    const files = this.#batch.map((file) => {
      this.#sentPaths.push(file.path);
      bytes.set(file.bytes, end);
      end += file.bytes.byteLength;
      return { path: file.path, end };
    });
    this.#send({ kind: "files", files, bytes }, [bytes.buffer]);
    this.#batch = [];
    this.#batchBytes = 0;
  }

  /** Waits on the worker's messages; its death ends every wait. */
  async #until(condition: () => boolean): Promise<void> {
    while (!this.#death && !condition()) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#death) throw this.#death;
  }

  #send(request: Request, transfer: ArrayBuffer[] = []): void {
    this.#worker.ref();
    this.#worker.postMessage(request, transfer);
  }

  #receive(response: Response): void {
    if (response.kind === "read") this.#underWay -= 1;
    else {
      this.#result = response.result;
      this.#worker.unref();
    }
    this.#wake?.();
  }

  #die(error: Error): void {
    this.#death ??= error;
    this.#wake?.();
  }

  #fileBeingRead(): string | null {
    if (Atomics.load(this.#progress, 1) === 0) return null;
    return this.#sentPaths[Atomics.load(this.#progress, 0) - 1] ?? null;
  }

  #explain(error: Error): Error {
    const outOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    return outOfMemory ? new FileKilledThread(this.#fileBeingRead(), "out_of_memory") : error;
  }

  #watch(): void {
    const now = Date.now();
    const file = Atomics.load(this.#progress, 1) === 1 ? Atomics.load(this.#progress, 0) : 0;
    if (file !== this.#watched.file) this.#watched = { file, since: now };
    const fileHangs = file !== 0 && now - this.#watched.since >= FILE_TIMEOUT_MS;
    const linkHangs = this.#linkingSince !== undefined && now - this.#linkingSince >= LINK_TIMEOUT_MS;
    if (!fileHangs && !linkHangs) return;
    this.#die(new FileKilledThread(this.#fileBeingRead(), "timeout"));
    void this.#worker.terminate();
  }
}
