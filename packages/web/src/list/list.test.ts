import { describe, expect, it } from "vitest";
import * as z from "zod";
import { nextSort, parseSort } from "./data-table.tsx";
import { ListSearch, pageQuery, SearchText, serverSort, withFilter } from "./list-search.ts";
import { SEARCH_FORMAT } from "../routes/root.ts";

describe("the URL of a list", () => {
  it("ignores invalid parameters", () => {
    expect(ListSearch.parse({ q: 123, sort: "-name", page: 2, other: "x" })).toEqual({
      q: "123",
      sort: "-name",
      page: 2,
    });
    expect(ListSearch.parse({ q: { a: 1 }, page: 0, sort: ["a"] })).toEqual({});
  });

  it.each(["1.10", "1.1", "2", "007", "1e3", "true", "null", "[1]", '"1.0"', "a b&c=d"])(
    "preserves the text %s",
    (text) => {
      const { stringifySearch, parseSearch } = SEARCH_FORMAT;
      const url = stringifySearch({ version: text });
      expect(url).toBe(`?${new URLSearchParams({ version: text })}`);
      expect(z.object({ version: SearchText }).parse(parseSearch(url))).toEqual({ version: text });
    },
  );

  it("maps a page to limit and offset", () => {
    expect([pageQuery({}), pageQuery({ page: 3 })]).toEqual([
      { limit: 500, offset: 0 },
      { limit: 500, offset: 1000 },
    ]);
  });

  it("resets the page and removes empty filters when a filter changes", () => {
    expect(withFilter<ListSearch>({ q: "a", sort: "name", page: 4 }, { q: "" })).toEqual({ sort: "name" });
  });
});

describe("a column's header", () => {
  it("cycles through ascending, descending and unsorted", () => {
    const name = { id: "name" };
    expect(nextSort(undefined, name)).toBe("name");
    expect(nextSort(parseSort("name"), name)).toBe("-name");
    expect(nextSort(parseSort("-name"), name)).toBe(undefined);
    expect(nextSort(parseSort("-name"), { id: "scanned" })).toBe("scanned");
  });

  it("starts with the most if the column says so", () => {
    const dependents = { id: "dependents", mostFirst: true };
    expect(nextSort(parseSort("name"), dependents)).toBe("-dependents");
    expect(nextSort(parseSort("-dependents"), dependents)).toBe("dependents");
    expect(nextSort(parseSort("dependents"), dependents)).toBe(undefined);
  });

  it("maps to the API's field, and to none for a column that the server does not sort", () => {
    const columns = [{ id: "dependents", sort: "dependent_repositories_total" }, { id: "owner" }];
    expect(
      ["-dependents", "dependents", "owner", undefined].map((sort) => serverSort(columns, sort)),
    ).toEqual([{ sort: "-dependent_repositories_total" }, { sort: "dependent_repositories_total" }, {}, {}]);
  });
});
