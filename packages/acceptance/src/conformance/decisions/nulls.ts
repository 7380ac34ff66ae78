import type { Part } from "../row.ts";

const HERE = "contract/src/nullable.test.ts > %s may hold null here and nowhere else";

export const NULLS: Part = {
  title: "What may be null",
  rows: [
    { says: "Repository: default_branch, last_activity_at, last_commit_sha, last_scanned_at", test: HERE },
    { says: "Artifact: version, registry_url, source_repository_id, source_repository", test: HERE },
    { says: "Consumer entry: source_line, version_constraint", test: HERE },
    { says: "Edge and row: version_constraint, artifact_id", test: HERE },
    { says: "latest_version", test: HERE },
    {
      says: "Billing: billing_period_end, base_price_id, seat_addon_price_id, included_seats, max_*, hosted_url, pdf_url",
      test: "contract/src/nullable.test.ts > %s may hold null here and nowhere else",
    },
    {
      says: "Nothing else: what the service answers is held to that",
      test: [
        HERE,
        "acceptance/src/service/every-operation.test.ts > success, and every response as its contract says > %s",
      ],
    },
  ],
};
