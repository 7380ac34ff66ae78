import { FAN_IN_FLOOR, toFloor } from "@knockon/graph/confidence";
import { rankRisks } from "@knockon/graph/risk";
import type { Report } from "./report.ts";
import type { ScannedRepository } from "./scan-folder.ts";

/** Repositories that others depend on, each with how many distinct ones do. */
export function countDependents({ edges }: Report): Map<string, number> {
  const strong = edges.filter((edge) => toFloor(edge.confidence) >= FAN_IN_FLOOR);
  const users = Map.groupBy(strong, (edge) => edge.target);
  return new Map(
    [...users].map(([target, uses]) => [target, new Set(uses.map(({ source }) => source)).size]),
  );
}

/** What `GET /connected-orgs/{id}/ownership-risk` answers with, of one scan. */
export function findRisks(report: Report, scanned: readonly ScannedRepository[]) {
  const dependents = countDependents(report);
  const owned = new Map(report.ownership?.map((one) => [one.repository, one]));
  return rankRisks(
    scanned
      .filter(({ archived }) => !archived)
      .map(({ fullPath: id }) => ({
        id,
        fanIn: dependents.get(id) ?? 0,
        busFactor: owned.get(id)?.bus_factor ?? 0,
        topAuthor: owned.get(id)?.top_author ?? "",
        topAuthorShare: owned.get(id)?.top_author_share ?? 0,
      })),
  );
}
