import { randomUUID } from "node:crypto";
import type { Queue, ScanMessage } from "@knockon/core/ports/queue";
import { describe, expect, it } from "vitest";
import type { ReceivedMessage } from "../queue/postgres.ts";

export interface ReceivingQueue extends Queue {
  /** Returns undefined if no message is visible. May wait briefly for one. */
  receive(): Promise<ReceivedMessage | undefined>;
}

const VISIBILITY_SECONDS = 10;

const message = (): ScanMessage => ({ kind: "finish-scan", workspaceId: "w", scanId: randomUUID() });

async function getNext(queue: ReceivingQueue): Promise<ReceivedMessage> {
  const received = await queue.receive();
  if (!received) throw new Error("No message was visible.");
  return received;
}

interface Subject {
  /** Opens an empty queue. */
  open: (visibilitySeconds: number) => Promise<ReceivingQueue>;
  /** Opens a queue whose server does not respond. */
  unreachable: () => Queue;
  /** Moves the queue's clock forward. */
  advance: (seconds: number) => Promise<unknown>;
}

/** The behavior that scans rely on, for every adapter. */
export function describeQueue(name: string, { open, unreachable, advance }: Subject): void {
  const openShort = () => open(VISIBILITY_SECONDS);

  describe(`${name} as a queue`, () => {
    it("delivers a message unchanged", async () => {
      const queue = await openShort();
      const sent: ScanMessage = { kind: "plan-scan", workspaceId: "w", scanId: 'ü "ß" \\', cursor: null };
      await queue.send([sent]);
      expect(await getNext(queue)).toMatchObject({ message: sent, receiveCount: 1 });
    });

    it("is empty after sending no messages", async () => {
      const queue = await openShort();
      await queue.send([]);
      expect(await queue.receive()).toBeUndefined();
    });

    it("throws if the queue is unreachable", async () => {
      await expect(unreachable().send([message()])).rejects.toThrow(Error);
    });

    it("hides a received message from other workers", async () => {
      const queue = await openShort();
      await queue.send([message()]);
      await getNext(queue);
      expect(await queue.receive()).toBeUndefined();
    });

    it("hides an extended message for another visibility timeout", async () => {
      const queue = await openShort();
      await queue.send([message()]);
      const received = await getNext(queue);
      await advance(VISIBILITY_SECONDS - 1);
      await received.extend();
      await advance(VISIBILITY_SECONDS - 1);
      expect(await queue.receive()).toBeUndefined();
      await advance(2);
      expect(await getNext(queue)).toMatchObject({ receiveCount: 2 });
    });

    it("delivers a message again after the visibility timeout", async () => {
      const queue = await openShort();
      const sent = message();
      await queue.send([sent]);
      const { messageId } = await getNext(queue);
      await advance(VISIBILITY_SECONDS + 1);
      expect(await getNext(queue)).toMatchObject({ message: sent, messageId, receiveCount: 2 });
    });

    it("does not deliver a deleted message again", async () => {
      const queue = await openShort();
      await queue.send([message()]);
      await (await getNext(queue)).delete();
      await advance(VISIBILITY_SECONDS + 1);
      expect(await queue.receive()).toBeUndefined();
    });

    it("delivers a released message again after the delay, and not before", async () => {
      const queue = await open(60);
      const sent = message();
      await queue.send([sent]);
      await (await getNext(queue)).release(10);
      expect(await queue.receive()).toBeUndefined();
      await advance(11);
      expect(await getNext(queue)).toMatchObject({ message: sent, receiveCount: 2 });
    });

    it("delivers a delayed message after its delay", async () => {
      const queue = await openShort();
      const sent = message();
      await queue.send([sent], 10);
      expect(await queue.receive()).toBeUndefined();
      await advance(11);
      expect(await getNext(queue)).toMatchObject({ message: sent });
    });

    it("delivers each of many messages to one of several workers", async () => {
      const queue = await open(60);
      const sent = Array.from({ length: 80 }, message);
      await queue.send(sent);
      const received: ScanMessage[] = [];
      const work = async (): Promise<void> => {
        for (let next = await queue.receive(); next; next = await queue.receive()) {
          received.push(next.message);
          await next.delete();
        }
      };
      await Promise.all(Array.from({ length: 8 }, work));
      const ids = (messages: ScanMessage[]) =>
        messages.map((one) => ("scanId" in one ? one.scanId : "")).toSorted();
      expect(ids(received)).toEqual(ids(sent));
    });
  });
}
