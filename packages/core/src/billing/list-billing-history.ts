import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { InvalidInputError } from "../errors.ts";
import {
  UnknownCursorError,
  type BillingDocument,
  type DocumentPage,
  type DocumentQuery,
} from "../ports/payments.ts";
import { readSubscription } from "./subscription.ts";

const PAGE_SIZE = 50;
const EXHAUSTED: DocumentPage = { documents: [], hasMore: false };

interface Cursors {
  nextInvoiceCursor?: string | undefined;
  nextCreditNoteCursor?: string | undefined;
}

/**
 * Returns a page of invoices and credit notes, newest first. Without cursors, it is the first page. With one cursor, the other source
 * is exhausted and not read.
 */
export async function listBillingHistory(ctx: Context, cursors: Cursors) {
  const { payments } = ctx.ports;
  const { externalCustomerId: customerId } = await inWorkspace(ctx, (tx) =>
    readSubscription(tx, ctx.workspaceId),
  );
  const { nextInvoiceCursor, nextCreditNoteCursor } = cursors;
  const isFirst = nextInvoiceCursor === undefined && nextCreditNoteCursor === undefined;
  const read = (
    list: (query: DocumentQuery) => Promise<DocumentPage>,
    after: string | undefined,
    name: string,
  ): Promise<DocumentPage> =>
    customerId === null || !payments.isConfigured || (!isFirst && after === undefined)
      ? Promise.resolve(EXHAUSTED)
      : list({ customerId, after, limit: PAGE_SIZE }).catch((error: unknown) => {
          if (!(error instanceof UnknownCursorError)) throw error;
          throw new InvalidInputError(["query", name], "Invalid cursor.");
        });
  const [invoices, creditNotes] = await Promise.all([
    read(payments.listInvoices, nextInvoiceCursor, "next_invoice_cursor"),
    read(payments.listCreditNotes, nextCreditNoteCursor, "next_credit_note_cursor"),
  ]);
  const next = { nextInvoiceCursor: cursorOf(invoices), nextCreditNoteCursor: cursorOf(creditNotes) };
  return {
    events: [
      ...invoices.documents.map(withType("invoice")),
      ...creditNotes.documents.map(withType("credit_note")),
    ].toSorted((a, b) => b.created.getTime() - a.created.getTime()),
    hasMore: next.nextInvoiceCursor !== null || next.nextCreditNoteCursor !== null,
    ...next,
  };
}

const withType =
  <T extends string>(type: T) =>
  (document: BillingDocument) => ({ ...document, type });

const cursorOf = ({ documents, hasMore }: DocumentPage): string | null =>
  hasMore ? (documents.at(-1)?.id ?? null) : null;
