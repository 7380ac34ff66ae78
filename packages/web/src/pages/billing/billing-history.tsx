import { listBillingHistory } from "@knockon/contract/operations/billing";
import type { BillingHistoryEvent } from "@knockon/contract/resources/billing";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronRight, ChevronsLeft, ExternalLink } from "lucide-react";
import type { z } from "zod";
import { useBillingParams } from "./subscription.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge, type Tone } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded, TableSkeleton } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { formatDay, formatMoney } from "../../format/format.ts";
import type { Column } from "../../list/columns.tsx";
import { DataTable } from "../../list/data-table.tsx";

const route = getRouteApi("/w/$slug/settings/billing");

/** Invoices and credit notes, newest first. The URL contains the cursors of the page. */
export function BillingHistorySection() {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const { invoices, credits } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    ...(invoices !== undefined && { next_invoice_cursor: invoices }),
    ...(credits !== undefined && { next_credit_note_cursor: credits }),
  };
  const history = useQuery({
    ...api.query(listBillingHistory, { params, query }),
    placeholderData: keepPreviousData,
  });
  const isFirst = invoices === undefined && credits === undefined;
  const show = (next: { invoices?: string; credits?: string }): void =>
    void navigate({ search: next, resetScroll: false });
  return (
    <Section title="Billing history">
      <Loaded query={history} skeleton={<TableSkeleton rows={3} />}>
        {({ events, has_more, next_invoice_cursor, next_credit_note_cursor }) => (
          <>
            {events.length === 0 ? (
              <p className="rounded-md border p-4 text-13 text-muted">
                {isFirst ? "No charges yet." : "No older charges."}
              </p>
            ) : (
              <DataTable
                caption="Charges and credits"
                columns={HISTORY_COLUMNS}
                rows={events}
                rowId={({ id }) => id}
              />
            )}
            {(has_more || !isFirst) && (
              <nav aria-label="Billing history pages" className="mt-3 flex justify-end gap-2">
                {!isFirst && (
                  <Button icon={ChevronsLeft} onClick={() => show({})}>
                    Newest
                  </Button>
                )}
                <Button
                  icon={ChevronRight}
                  disabled={!has_more}
                  onClick={() =>
                    show({
                      ...(next_invoice_cursor !== null && { invoices: next_invoice_cursor }),
                      ...(next_credit_note_cursor !== null && { credits: next_credit_note_cursor }),
                    })
                  }
                >
                  Older
                </Button>
              </nav>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

type BillingEvent = z.output<typeof BillingHistoryEvent>;

/** Tones of the payment processor's invoice statuses. */
const TONES: Readonly<Record<string, Tone>> = { paid: "success", open: "warning", uncollectible: "danger" };

const HISTORY_COLUMNS: Column<BillingEvent>[] = [
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
