import { getPaymentInfo } from "@knockon/contract/operations/billing";
import type { PaymentInfo } from "@knockon/contract/resources/billing";
import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { SkeletonBlock } from "../../components/skeleton.tsx";
import { inWords } from "../../format/words.ts";
import { PortalButton } from "./portal-button.tsx";
import { useBillingParams } from "./use-billing.ts";

/** What the subscription is paid with. It is changed at the processor, which alone knows the card. */
export function PaymentMethod() {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const info = useQuery(api.ask(getPaymentInfo, { params }));
  return (
    <Section title="Payment method">
      <Loaded query={info} skeleton={<SkeletonBlock className="h-16" />}>
        {({ payment_method }) => (
          <div className="flex min-h-16 flex-wrap items-center justify-between gap-3 rounded-md border px-4 py-3">
            <p className="text-13">
              {payment_method ? describe(payment_method) : "No payment method on file."}
            </p>
            <PortalButton text="Manage payment methods" />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

type Method = NonNullable<z.output<typeof PaymentInfo>["payment_method"]>;

function describe({ type, brand, last4, exp_month, exp_year }: Method): string {
  const name = capital(inWords(brand ?? type));
  const ending = last4 === null ? "" : ` ending in ${last4}`;
  if (exp_month === null || exp_year === null) return `${name}${ending}`;
  return `${name}${ending}, expires ${String(exp_month).padStart(2, "0")}/${exp_year}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
