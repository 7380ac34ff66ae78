import { formatMoney } from "../../format/money.ts";

interface ChargeProps {
  /** In the currency's minor unit; less than nothing is credited. */
  amount: number;
  currency: string;
}

/** What is charged or credited at once, in a sentence. */
export function Charge({ amount, currency }: ChargeProps) {
  if (amount === 0) return <>You won't be charged now.</>;
  const money = <strong className="tabular font-semibold">{formatMoney(Math.abs(amount), currency)}</strong>;
  return amount > 0 ? (
    <>You'll be charged {money} now for the rest of the billing period.</>
  ) : (
    <>You'll get a {money} credit on your next invoice for the rest of the billing period.</>
  );
}
