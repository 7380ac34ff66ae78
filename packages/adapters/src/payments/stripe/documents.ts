import { UnknownCursorError, type BillingDocument, type DocumentQuery } from "@knockon/core/ports/payments";
import type { Stripe } from "stripe";
import { isMissing } from "./translate-errors.ts";

/** Converts a query to Stripe's list parameters. */
const listParams = ({ customerId, after, limit }: DocumentQuery) => ({
  customer: customerId,
  limit,
  ...(after !== undefined && { starting_after: after }),
});

interface List<T> {
  data: T[];
  has_more: boolean;
}

async function page<T>(list: Promise<List<T>>, present: (item: T) => BillingDocument) {
  const { data, has_more } = await list.catch((error: unknown) => {
    if (isMissing(error, "starting_after")) throw new UnknownCursorError();
    throw error;
  });
  return { documents: data.map(present), hasMore: has_more };
}

export const listInvoices = (stripe: Stripe, query: DocumentQuery) =>
  page(stripe.invoices.list(listParams(query)), (invoice) => ({
    id: invoice.id,
    created: new Date(invoice.created * 1000),
    amount: invoice.total,
    currency: invoice.currency,
    description: describeInvoice(invoice),
    status: invoice.status ?? "draft",
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  }));

/** Joins the descriptions of the first ten line items, including prorations. */
function describeInvoice({ description, number, lines }: Stripe.Invoice): string {
  const descriptions = [description, ...lines.data.map((line) => line.description)].filter(
    (text) => text !== null,
  );
  const text = descriptions.length === 0 ? `Invoice ${number ?? "(draft)"}` : descriptions.join("; ");
  return lines.has_more ? `${text}; …` : text;
}

export const listCreditNotes = (stripe: Stripe, query: DocumentQuery) =>
  page(stripe.creditNotes.list(listParams(query)), (note) => ({
    id: note.id,
    created: new Date(note.created * 1000),
    amount: note.total,
    currency: note.currency,
    description: note.memo ?? `Credit note ${note.number}`,
    status: note.status,
    hostedUrl: null,
    pdfUrl: note.pdf,
  }));
