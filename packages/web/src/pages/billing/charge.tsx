import { formatMoney } from "../../format/money.ts";

interface ChargeProps {
  /** In the currency's minor unit; less than nothing is credited. */
  amount: number;
  currency: string;
}

/** What is charged or credited at once, in a sentence. */
export function Charge({ amount, currency }: ChargeProps) {
  if (amount === 0) return <>Nothing is charged now.</>;
  const money = <strong className="tabular font-semibold">{formatMoney(Math.abs(amount), currency)}</strong>;
  return amount > 0 ? (
    <>{money} is charged now, for the rest of the period.</>
  ) : (
    <>{money} is credited to your next invoice, for the rest of the period.</>
  );
}
