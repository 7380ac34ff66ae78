const format = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** `92%`; a trace of something is not nothing, nor is almost all of it all. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return "< 1%";
  if (share < 1 && share > 0.99) return "> 99%";
  return format.format(share);
}
