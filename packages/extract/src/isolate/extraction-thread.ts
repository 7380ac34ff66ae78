import type { Worker } from "node:worker_threads";
import type { ExtractionResult, RepositoryIdentity, TreeEntry } from "../ecosystem.ts";
import type { Confinement } from "./confinement.ts";
import type { Side, Sides } from "../interface-extraction.ts";
import type { ExtractedInterfaces, FileFacts } from "../repository-extraction.ts";
import type { PackedFile, Progress, Request, Response, Work } from "./protocol.ts";

const WATCH_INTERVAL_MS = 250;
/** Minimum time counted per tick, so that a thread that waits forever is ended as well. */
const MIN_TICK_MS = WATCH_INTERVAL_MS / 10;
/** The size of a batch. A larger file is sent alone. */
const BATCH_BYTES = 512 * 1024;
const MAX_PENDING_BATCHES = 3;
/** Large enough that objects of one file are collected before they are promoted. A larger heap saves little time. */
const YOUNG_HEAP_MB = 16;

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

/** One worker thread and its watchdog. Extracts one repository at a time. Cannot be used after an error. */
export class ExtractionThread {
  readonly #progress: Progress = new Int32Array(new SharedArrayBuffer(8));
  readonly #confinement: Confinement;
  readonly #worker: Worker;
  readonly #watchdog: NodeJS.Timeout;
  #filesOfEarlierRepositories = 0;
  #sentPaths: string[] = [];
  #batch: PackedFile[] = [];
  #buffer: Uint8Array<ArrayBuffer> | undefined;
  /** Buffers of earlier batches. New ones for each batch would fragment the memory of the process. */
  readonly #buffers: ArrayBuffer[] = [];
  #pendingBatches = 0;
  #facts: FileFacts[] = [];
  #death: Error | undefined;
  #wake: (() => void) | undefined;
  #result: Extract<Response, { result: unknown }> | undefined;
  /** The commits that are being linked. */
  #linked = 0;
  #watched = { work: "nothing", spentMs: 0 };
  #cpuMs = processCpuMs();

  constructor(confinement: Confinement) {
    this.#confinement = confinement;
    this.#worker = confinement.openWorker({
      workerData: this.#progress,
      resourceLimits: {
        maxOldGenerationSizeMb: confinement.maxHeapMb,
        maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
      },
    });
    this.#worker.unref();
    this.#worker.on("message", (response: Response) => this.#receive(response));
    this.#worker.on("error", (error) => this.#die(this.#explain(error)));
    this.#worker.on("exit", () => this.#die(new Error("The extraction thread ended.")));
    this.#watchdog = setInterval(() => this.#watch(), WATCH_INTERVAL_MS).unref();
  }

  /** Ends with `finish` to extract a commit, `compare` to compare two, and `facts` to read files. */
  start(repository: RepositoryIdentity, work: Work): void {
    this.#facts = [];
    this.#filesOfEarlierRepositories += this.#sentPaths.length;
    this.#sentPaths = [];
    this.#send({ kind: "start", repository, work });
  }

  /**
   * Copies the file, of one commit of a change, or of all. Resolves when there is room for more. Throws FileKilledThread.
   */
  async addFile(path: string, bytes: Uint8Array, side?: Side): Promise<void> {
    if (this.#batchBytes() + bytes.byteLength > BATCH_BYTES) await this.#flush();
    const start = this.#batchBytes();
    this.#buffer ??= this.#takeBuffer(bytes.byteLength);
    this.#buffer.set(bytes, start);
    this.#sentPaths.push(path);
    this.#batch.push({ path, end: start + bytes.byteLength, side });
  }

  /** Returns the facts of each file, in their order. */
  async facts(): Promise<FileFacts[]> {
    await this.#flush();
    await this.#until(() => this.#pendingBatches === 0);
    this.#worker.unref();
    return this.#facts;
  }

  async finish(tree: readonly TreeEntry[]): Promise<ExtractionResult> {
    const response = await this.#link({ kind: "finish", tree });
    if (response.kind !== "result") throw new Error("The extraction thread returned no result.");
    return response.result;
  }

  /** Calls `onSent` when only the thread has work left. */
  async compare(
    trees: Sides<readonly TreeEntry[]>,
    onSent?: () => void,
  ): Promise<Sides<ExtractedInterfaces>> {
    const response = await this.#link({ kind: "compare", trees }, onSent);
    if (response.kind !== "interfaces") throw new Error("The extraction thread returned no interfaces.");
    return response.result;
  }

  async close(): Promise<void> {
    clearInterval(this.#watchdog);
    await this.#worker.terminate();
  }

  async #link(
    request: Extract<Request, { kind: "finish" | "compare" }>,
    onSent?: () => void,
  ): Promise<Extract<Response, { result: unknown }>> {
    await this.#flush();
    this.#send(request);
    onSent?.();
    await this.#until(() => this.#pendingBatches === 0);
    this.#linked = request.kind === "compare" ? 2 : 1;
    await this.#until(() => this.#result !== undefined);
    this.#linked = 0;
    const response = this.#result;
    this.#result = undefined;
    if (!response) throw new Error("The extraction thread returned no result.");
    return response;
  }

  #batchBytes(): number {
    return this.#batch.at(-1)?.end ?? 0;
  }

  #takeBuffer(bytes: number): Uint8Array<ArrayBuffer> {
    if (bytes > BATCH_BYTES) return new Uint8Array(bytes);
    return new Uint8Array(this.#buffers.pop() ?? new ArrayBuffer(BATCH_BYTES));
  }

  async #flush(): Promise<void> {
    if (!this.#buffer) return;
    await this.#until(() => this.#pendingBatches < MAX_PENDING_BATCHES);
    this.#pendingBatches += 1;
    const { buffer } = this.#buffer;
    this.#send({ kind: "files", files: this.#batch, buffer }, [buffer]);
    this.#batch = [];
    this.#buffer = undefined;
  }

  /** Waits until a message of the worker fulfills the condition. Throws if the thread has ended. */
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
    if (response.kind === "read") {
      this.#pendingBatches -= 1;
      this.#facts.push(...response.facts);
      if (response.buffer.byteLength === BATCH_BYTES) this.#buffers.push(response.buffer);
    } else {
      this.#result = response;
      this.#worker.unref();
    }
    this.#wake?.();
  }

  #die(error: Error): void {
    this.#death ??= error;
    this.#wake?.();
  }

  /** Counted over the lifetime of the thread, so that a number is never reused for another repository. 0 between files. */
  #numberOfFileBeingRead(): number {
    return Atomics.load(this.#progress, 1) === 1 ? Atomics.load(this.#progress, 0) : 0;
  }

  #fileBeingRead(): string | null {
    const number = this.#numberOfFileBeingRead();
    return this.#sentPaths[number - 1 - this.#filesOfEarlierRepositories] ?? null;
  }

  #explain(error: Error): Error {
    const outOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    return outOfMemory ? new FileKilledThread(this.#fileBeingRead(), "out_of_memory") : error;
  }

  /**
   * Counts the CPU time of the process, at most one tick at a time. A file is therefore not blamed for a suspended or busy
   * machine or a busy main thread.
   */
  #watch(): void {
    const cpuMs = processCpuMs();
    const tickMs = Math.min(Math.max(cpuMs - this.#cpuMs, MIN_TICK_MS), WATCH_INTERVAL_MS);
    this.#cpuMs = cpuMs;
    const file = this.#numberOfFileBeingRead();
    const work = file > 0 ? `file ${file}` : this.#linked > 0 ? "link" : "nothing";
    this.#watched = { work, spentMs: work === this.#watched.work ? this.#watched.spentMs + tickMs : 0 };
    if (work === "nothing") return;
    const { fileTimeoutMs, linkTimeoutMs } = this.#confinement;
    if (this.#watched.spentMs < (file > 0 ? fileTimeoutMs : linkTimeoutMs * this.#linked)) return;
    this.#die(new FileKilledThread(this.#fileBeingRead(), "timeout"));
    void this.#worker.terminate();
  }
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
