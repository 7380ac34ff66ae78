import type { Row } from "../row.ts";

const DEPENDENTS = "acceptance/src/service/dependents.test.ts";
const LIST = `${DEPENDENTS} > GET /repositories/{id}/dependents`;

/** Versioning. */
export const VERSIONING: readonly Row[] = [
  {
    says: "1. Operations live under the path prefix /api/v1",
    test: [
      "acceptance/src/service/every-response.test.ts > bare paths > %s: an alias answers what the canonical path does, any other is 404",
      "contract/src/openapi.test.ts > the document of the whole service > holds every operation once, under the prefix, and nothing else",
    ],
  },
  {
    says: "2. The published interface description is versioned 1.12.3",
    test: [
      "contract/src/openapi.test.ts > the document of the whole service > is OpenAPI 3.1 of the published version",
      "acceptance/src/service/every-response.test.ts > what is served > is what GET /openapi.json says, to everyone",
    ],
  },
  {
    says: "3. Scan status semantics: partial and failed_repos",
    test: "acceptance/src/service/scans.test.ts > how a scan ends > partial when a repository cannot be read, which is named",
  },
  {
    says: "3. Earlier stored scans are not backfilled",
    notAssertable: "history of another service: no such scan is stored here",
  },
  {
    says: "4. Dependents are one row per declaration",
    test: `${LIST} > has a row per declaration: its consumer, its line, the full path that it names, its own ref`,
  },
  {
    says: "4. Repeated declarations of the same reference in one file are separate rows",
    test: `${LIST} > keeps repeated declarations of one reference in one file apart, by their lines`,
  },
  {
    says: "4. Graph edges and repository-level dependent counts do not rise with them",
    test: `${DEPENDENTS} > repeated declarations of one reference are one edge, and one dependent repository`,
  },
  {
    says: "4. Totals of declarations and outcome buckets rise for a rescanned org",
    notAssertable: "against an earlier release of another service",
  },
  {
    says: "4. Per-version consumer_count counts distinct consuming repositories",
    test: "acceptance/src/service/artifacts.test.ts > GET /artifacts/{id}/versions counts the distinct repositories of each",
  },
  {
    says: "4. CI-workflow action references keep one declaration per use line, with the full path",
    test: `${LIST} > has a row per declaration: its consumer, its line, the full path that it names, its own ref`,
  },
  {
    says: "4. Local and self-repository references are skipped",
    test: `${DEPENDENTS} > local references of a workflow, and those to its own repository, are no declarations`,
  },
  {
    says: "4. Reusable workflows in an org's shared workflow repository resolve to that repository",
    test: `${LIST} > of an org's shared workflow repository are those who use its workflows`,
  },
  {
    says: "4. Repository matching for these references is case-insensitive",
    test: `${LIST} > has a row per declaration: its consumer, its line, the full path that it names, its own ref`,
  },
];
