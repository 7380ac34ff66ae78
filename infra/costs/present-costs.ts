import { costOfFirstScan, costsOfMonth } from "./costs.ts";

const SIZES = [10, 1000, 10_000];

const money = (dollars: number): string =>
  dollars < 0.01
    ? "< 0.01"
    : dollars.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** The table of docs/deploy.md. */
export function presentCosts(): string {
  const months = SIZES.map(costsOfMonth);
  const services = Object.keys(months[0] ?? {});
  const total = months.map((costs) => Object.values(costs).reduce((sum, one) => sum + one, 0));
  return [
    row(["US dollars", ...SIZES.map((size) => `${size.toLocaleString("en")} repositories`)]),
    row(["---", ...SIZES.map(() => "---:")]),
    row(["**the first scan**", ...SIZES.map((size) => `**${money(costOfFirstScan(size))}**`)]),
    ...services.map((service) => row([service, ...months.map((costs) => money(costs[service] ?? 0))])),
    row(["**a month**", ...total.map((sum) => `**${money(sum)}**`)]),
    row(["a repository and month", ...total.map((sum, index) => money(sum / (SIZES[index] ?? 1)))]),
  ].join("\n");
}
