import type { Part } from "../row.ts";

const PAGES = "acceptance/src/service/pages.test.ts";
const ONCE = `${PAGES} > a list of what was made at one instant under one name > %s: the first hundred unless told otherwise, up to 500, each once, whatever the pages`;
const BOUNDS = [
  `${PAGES} > every list > %s takes 1 and 500, and an offset beyond its end`,
  "acceptance/src/service/every-operation.test.ts > 422 > %s for a page that is none",
] as const;

export const LISTS: Part = {
  title: "Lists",
  rows: [
    { says: "Bare JSON arrays", test: `${PAGES} > every list > %s is a bare array` },
    { says: "limit is 1 to 500", test: BOUNDS },
    { says: "limit is 100 unless given", test: ONCE },
    { says: "offset is at least 0", test: BOUNDS },
    { says: "offset is 0 unless given", test: ONCE },
    {
      says: "X-Total-Count is the full matching count",
      test: [
        ONCE,
        "acceptance/src/service/lists.test.ts > pages of two hold everything once, in one order, and each tells the full count > %s",
      ],
    },
    {
      says: "A unique sort key, so that pages never overlap",
      test: [
        ONCE,
        "acceptance/src/service/lists.test.ts > pages of two hold everything once, in one order, and each tells the full count > %s",
        "acceptance/src/service/impact.test.ts > GET /repositories/{id}/impact > pages the affected alone; waves, choke points and summary stay whole",
      ],
    },
  ],
};
