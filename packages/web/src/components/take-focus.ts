/** The ref of what a page is there for, so that one can type or press Enter at once. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
