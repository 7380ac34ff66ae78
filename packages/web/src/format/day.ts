const format = new Intl.DateTimeFormat("en", { dateStyle: "long" });

/** `June 2, 2026`, where the person is. */
export const formatDay = (instant: string): string => format.format(new Date(instant));
