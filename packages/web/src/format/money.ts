/** What is in the currency's minor unit, as people write it: `$1,234.50`, `¥500`; whole amounts without cents. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}
