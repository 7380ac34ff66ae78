import { parseSearchWith, stringifySearchWith } from "@tanstack/react-router";

/**
 * How a URL writes what a page is asked: values as they are, without quotes. Only what is printed as it was written is
 * read as a number or a truth value, so that the version `1.10` does not become 1.1.
 */
export const SEARCH_FORMAT = {
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(JSON.stringify),
};
