import type { BillingHistoryEvent } from "@knockon/contract/resources/billing";
import { ExternalLink } from "lucide-react";
import type { z } from "zod";
import { Badge, type Tone } from "../../components/badge.tsx";
import { formatDay } from "../../format/day.ts";
import { formatMoney } from "../../format/money.ts";
import type { Column } from "../../list/column.ts";

type BillingEvent = z.output<typeof BillingHistoryEvent>;

/** Of the processor's words for the state of an invoice or a credit note, those that ask for a look. */
const TONES: Readonly<Record<string, Tone>> = { paid: "success", open: "warning", uncollectible: "danger" };

/** In the order in which the service tells them: newest first. */
export const HISTORY_COLUMNS: Column<BillingEvent>[] = [
  {
    id: "description",
    header: "Description",
    width: "w-full",
    cell: ({ type, description, created }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate" title={description}>
          {type === "credit_note" ? `Credit: ${description}` : description}
        </span>
        <time dateTime={created} title={created} className="text-12 text-muted">
          {formatDay(created)}
        </time>
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    from: "sm",
    width: "min-w-24",
    cell: ({ status }) => <Badge tone={TONES[status] ?? "neutral"}>{status}</Badge>,
  },
  {
    id: "amount",
    header: "Amount",
    align: "right",
    width: "min-w-24",
    cell: ({ type, amount, currency }) => formatMoney(type === "credit_note" ? -amount : amount, currency),
  },
  {
    id: "links",
    header: "Documents",
    width: "min-w-24 sm:min-w-36",
    cell: ({ hosted_url, pdf_url }) => (
      <span className="flex gap-3">
        {hosted_url !== null && <Document url={hosted_url} text="View" />}
        {pdf_url !== null && <Document url={pdf_url} text="PDF" />}
      </span>
    ),
  },
];

const Document = ({ url, text }: { url: string; text: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noreferrer"
    className="inline-flex items-center gap-1 text-accent hover:underline"
  >
    {text}
    <span className="sr-only">(opens in new tab)</span>
    <ExternalLink aria-hidden className="hidden size-3 sm:block" />
  </a>
);
