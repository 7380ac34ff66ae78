import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import { listBillingHistory } from "@knockon/contract/operations/billing";
import type { ResponseOf } from "@knockon/contract/operation";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { stripeIdsOf, stripeOf, subscribe } from "../testing/billing.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";
import { datetime, integer, oneOf, orNull, string } from "../testing/specified-fields.ts";

type History = ResponseOf<typeof listBillingHistory>;

const HISTORIES = Number(process.env["KNOCKON_HISTORIES"] ?? 20);
const SEED = Number(process.env["KNOCKON_SEED"]);
const AN_HOUR_MS = 60 * 60 * 1000;

let stripe: FakeStripe;
let service: TestService;
let acme: TestWorkspace;
let params: { workspace_id: string };

beforeAll(async () => {
  stripe = await startFakeStripe();
  service = await startTestService({ stripe });
  acme = await service.openWorkspace("Acme");
  params = { workspace_id: acme.scope.workspaceId };
  await subscribe(service, acme);
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

beforeEach(() => {
  stripe.ledger.invoices.clear();
  stripe.ledger.creditNotes.clear();
});

const page = (query: Record<string, string> = {}): Promise<History> =>
  acme.call(listBillingHistory, { params, query });

/** Creates invoices and credit notes. Each gap is the seconds since the previous one of its kind. */
async function createHistory(
  invoiceGaps: readonly number[],
  creditNoteGaps: readonly number[],
): Promise<void> {
  const { ledger } = stripeOf(service);
  const { subscription } = await stripeIdsOf(acme);
  const found = ledger.subscriptions.get(subscription);
  if (!found) throw new Error("The workspace has no subscription.");
  const start = ledger.now;
  const charge = { amount: 100, description: "1 × pro base", proration: false };
  const credited = ledger.invoice(found, "subscription_cycle", [charge], false);
  ledger.invoices.clear();
  for (const gap of invoiceGaps) {
    ledger.now += gap;
    ledger.invoice(found, "subscription_cycle", [charge], false);
  }
  ledger.now = start;
  for (const gap of creditNoteGaps) {
    ledger.now += gap;
    ledger.credit(credited, 10);
  }
  ledger.now = start;
  ledger.events.length = 0;
}

/** Reads all pages by following the cursors. */
async function readAllPages(): Promise<History[]> {
  const pages = [await page()];
  for (let last = pages[0]; last?.has_more; last = pages.at(-1)) {
    const { next_invoice_cursor, next_credit_note_cursor } = last;
    pages.push(
      await page({
        ...(next_invoice_cursor !== null && { next_invoice_cursor }),
        ...(next_credit_note_cursor !== null && { next_credit_note_cursor }),
      }),
    );
  }
  return pages;
}

const ids = (pages: History[]): string[] => pages.flatMap(({ events }) => events.map(({ id }) => id));
const createdIds = (): string[] => [...stripe.ledger.invoices.keys(), ...stripe.ledger.creditNotes.keys()];

describe("GET …/billing/history", () => {
  it("returns exactly the fields of the specification [IF-2.29 IF-5.17 D-11.15,16]", async () => {
    await createHistory([1], [2]);
    const { events, ...rest } = await page();
    const event = {
      id: string,
      type: oneOf(["invoice", "credit_note"]),
      amount: integer,
      currency: "usd",
      created: datetime,
      description: string,
      status: string,
      hosted_url: orNull(string),
      pdf_url: orNull(string),
    };
    expect(events).toStrictEqual([event, event]);
    expect(events.map(({ type, amount }) => [type, amount])).toEqual([
      ["credit_note", 10],
      ["invoice", 100],
    ]);
    expect(rest).toStrictEqual({ has_more: false, next_invoice_cursor: null, next_credit_note_cursor: null });
  });

  it("includes prorations only in the description of their invoice [IF-2.30]", async () => {
    const { ledger, people } = stripe;
    const { subscription } = await stripeIdsOf(acme);
    const seat = [...ledger.prices.values()].find(({ metadata }) => metadata["knockon_part"] === "seat");
    const items = [{ price: seat?.id, quantity: 2 }];
    people.change(subscription, { items, proration_behavior: "always_invoice" });
    const { events } = await page();
    expect(events.map(({ type, description }) => [type, description])).toEqual([
      ["invoice", "Remaining time on 2 × pro seat"],
    ]);
  });

  it("returns up to 50 of each kind per page, and does not read an exhausted source again [IF-5.19 IF-10.6 D-11.34,35]", async () => {
    await createHistory(
      Array.from({ length: 120 }, () => 60),
      Array.from({ length: 50 }, () => 60),
    );
    stripe.requests.length = 0;
    const pages = await readAllPages();
    expect(pages.map(({ events }) => events.length)).toEqual([100, 50, 20]);
    expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, false]);
    expect(stripe.requests.filter((request) => request.endsWith("/v1/credit_notes"))).toHaveLength(1);
    expect(stripe.requests.filter((request) => request.endsWith("/v1/invoices"))).toHaveLength(3);
  });

  it("returns 422 for an invalid cursor", async () => {
    for (const name of ["next_invoice_cursor", "next_credit_note_cursor"])
      for (const cursor of ["in_never", "", "a b", "x".repeat(256)]) {
        const response = await acme.fetch(listBillingHistory, { params, query: { [name]: cursor } });
        expect([response.status, await response.json()]).toMatchObject([
          422,
          { detail: [{ loc: ["query", name] }] },
        ]);
      }
  });

  it(
    "returns every event once across pages, each page newest first, for any history [IF-5.18,19,20,21 D-11.34]",
    { timeout: AN_HOUR_MS },
    async () => {
      // Many histories have equal times, more than a page, or no events of a kind.
      const gaps = fc.oneof(
        fc.constant([]),
        fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 }),
        fc.array(fc.constantFrom(0, 60), { minLength: 49, maxLength: 110 }),
      );
      await fc.assert(
        fc.asyncProperty(gaps, gaps, async (invoiceGaps, creditNoteGaps) => {
          stripe.ledger.invoices.clear();
          stripe.ledger.creditNotes.clear();
          await createHistory(invoiceGaps, creditNoteGaps);
          const pages = await readAllPages();
          expect(ids(pages).toSorted()).toEqual(createdIds().toSorted());
          for (const { events, ...rest } of pages) {
            const times = events.map(({ created }) => created);
            expect(times).toEqual(times.toSorted().toReversed());
            const cursors = [rest.next_invoice_cursor, rest.next_credit_note_cursor];
            expect(rest.has_more).toBe(cursors.some((cursor) => cursor !== null));
            for (const type of ["invoice", "credit_note"])
              expect(events.filter((event) => event.type === type).length).toBeLessThanOrEqual(50);
          }
        }),
        { numRuns: HISTORIES, seed: SEED },
      );
    },
  );
});
