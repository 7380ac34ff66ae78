import type { Part } from "../row.ts";

const ALIASES = "acceptance/src/service/every-response.test.ts > bare paths";

export const PATHS: Part = {
  title: "Paths",
  rows: [
    {
      says: "The canonical prefix is /api/v1",
      test: "contract/src/openapi.test.ts > the document of the whole service > holds every operation once, under the prefix, and nothing else",
    },
    {
      says: "What the specification writes without it answers under the prefix and bare",
      test: [
        `${ALIASES} > are those that the specification writes so`,
        `${ALIASES} > %s: an alias answers what the canonical path does, any other is 404`,
      ],
    },
    {
      says: "An alias is hidden from the OpenAPI document",
      test: [
        "contract/src/openapi.test.ts > the document of the whole service > holds every operation once, under the prefix, and nothing else",
        "acceptance/src/service/every-response.test.ts > what is served > is what GET /openapi.json says, to everyone",
      ],
    },
    {
      says: "The application in the browser is never on those paths",
      test: "functions/src/local/open-application.test.ts > the application's files > %s is not the application's",
    },
  ],
};
