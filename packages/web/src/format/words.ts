/** `container_image` as people read it: `container image`. */
export const inWords = (term: string): string => term.replaceAll("_", " ");

/** The same at the beginning of a line. */
export const capitalised = (term: string): string => {
  const words = inWords(term);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
