import { listBillingHistory } from "@knockon/contract/operations/billing";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronRight, ChevronsLeft } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { TableSkeleton } from "../../components/skeleton.tsx";
import { DataTable } from "../../list/data-table.tsx";
import { HISTORY_COLUMNS } from "./history-columns.tsx";
import { useBillingParams } from "./use-billing.ts";

const route = getRouteApi("/w/$slug/settings/billing");

/** What was charged and credited. Where a page of it begins is the URL's; Back leads to the newer one. */
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
    ...api.ask(listBillingHistory, { params, query }),
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
