/** For the link in a row's first cell: its area is the whole row, and `j` and `k` find it. */
export const ROW_LINK = {
  "data-row-link": "",
  className:
    "flex min-w-0 items-center gap-2 font-medium text-text after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent",
} as const;
