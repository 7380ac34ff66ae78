import type { ScanMessage } from "../../ports/queue.ts";
import type { Random } from "../random.ts";
import type { Faults } from "./faults.ts";

/** A stored message. A receiver holds it until it becomes visible again. */
export interface Envelope {
  id: string;
  message: ScanMessage;
  name: string;
  visibleAt: number;
  receives: number;
  /** Received too often; delivered to the dead-letter handler. */
  isDead: boolean;
}

const MINUTE = 60_000;
const MAX_DELAY = 10 * MINUTE;
/** Visibility timeouts of `infra/queue.ts` and of the local queue. A schedule uses one of them. */
const VISIBILITIES = [30 * MINUTE, 15 * MINUTE];
/** Five in production. Two makes dead letters more frequent. */
const MAX_RECEIVES = [5, 5, 2];

/** A queue with at-least-once delivery, delays and no order. Messages received too often become dead letters. */
export class SimulatedQueue {
  readonly #envelopes = new Set<Envelope>();
  readonly #now: () => number;
  readonly #random: Random;
  readonly #faults: Faults;
  readonly #visibility: number;
  readonly #maxReceives: number;
  readonly #redeliversFailed: boolean;
  #put = 0;

  constructor(now: () => number, random: Random, faults: Faults) {
    this.#now = now;
    this.#random = random;
    this.#faults = faults;
    this.#visibility = VISIBILITIES[Math.floor(random() * 2)] ?? 0;
    this.#maxReceives = MAX_RECEIVES[Math.floor(random() * MAX_RECEIVES.length)] ?? 0;
    this.#redeliversFailed = random() < 0.5;
  }

  put(message: ScanMessage, name: string, delaySeconds: number): void {
    if (this.#faults.strikes("loss")) return;
    const copies = this.#faults.strikes("duplicate") ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const late = this.#faults.strikes("delay") ? this.#random() * MAX_DELAY : 0;
      const visibleAt = this.#now() + delaySeconds * 1000 + Math.floor(late);
      const id = String((this.#put += 1));
      this.#envelopes.add({ id, message, name, visibleAt, receives: 0, isDead: false });
    }
  }

  /** Receives a random visible message. */
  receive(): Envelope | undefined {
    const visible = this.#visible();
    const envelope = visible[Math.floor(this.#random() * visible.length)];
    if (!envelope) return undefined;
    envelope.receives += 1;
    envelope.visibleAt = this.#now() + this.#visibility;
    envelope.isDead ||= envelope.receives > this.#maxReceives;
    return envelope;
  }

  delete(envelope: Envelope): void {
    this.#envelopes.delete(envelope);
  }

  /** Reports a failed delivery. Some queues then redeliver sooner. */
  fail(envelope: Envelope): void {
    if (this.#redeliversFailed) envelope.visibleAt = this.#now() + MINUTE;
  }

  hasVisible(): boolean {
    return this.#visible().length > 0;
  }

  /** Returns when the next invisible message becomes visible. */
  nextVisibleAt(): number | undefined {
    const times = [...this.#envelopes].map((one) => one.visibleAt).filter((time) => time > this.#now());
    return times.length === 0 ? undefined : Math.min(...times);
  }

  get length(): number {
    return this.#envelopes.size;
  }

  #visible(): Envelope[] {
    return [...this.#envelopes].filter((one) => one.visibleAt <= this.#now());
  }
}
