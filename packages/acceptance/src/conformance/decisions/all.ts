import type { Part } from "../row.ts";
import { ARTIFACTS } from "./artifacts.ts";
import { BILLING } from "./billing.ts";
import { GRAPH } from "./graph.ts";
import { LISTS } from "./lists.ts";
import { NULLS } from "./nulls.ts";
import { ORDER_OF_CHECKS } from "./order-of-checks.ts";
import { ORGANIZATIONS } from "./organizations.ts";
import { OWNERSHIP } from "./ownership.ts";
import { PATHS } from "./paths.ts";
import { PEOPLE } from "./people.ts";
import { RATE_LIMIT } from "./rate-limit.ts";
import { SCANS } from "./scans.ts";

/** What the specification leaves open, as it was decided. */
export const DECISIONS: readonly Part[] = [
  ORDER_OF_CHECKS,
  LISTS,
  PATHS,
  NULLS,
  ORGANIZATIONS,
  SCANS,
  GRAPH,
  ARTIFACTS,
  OWNERSHIP,
  PEOPLE,
  BILLING,
  RATE_LIMIT,
];
