import { getRouteApi } from "@tanstack/react-router";
import { cx } from "../../components/class-names.ts";
import { useDocumentTitle } from "../../frame/use-document-title.ts";
import { OneOrg } from "../../list/one-org.tsx";
import { GraphOfOrg } from "./graph-of-org.tsx";

const route = getRouteApi("/w/$slug/graph");

/** As large as the window; a table may be longer, and scrolls with it. */
export function GraphPage() {
  const { connected_org_id, view } = route.useSearch();
  useDocumentTitle("Graph");
  return (
    <div
      data-full-bleed
      className={cx(
        "flex flex-col",
        view ? "min-h-[calc(100dvh-3rem)] md:min-h-dvh" : "h-[calc(100dvh-3rem)] md:h-dvh",
      )}
    >
      <h1 className="sr-only">Graph</h1>
      <OneOrg
        named={connected_org_id}
        skeleton={<div className="skeleton m-4 flex-1" />}
        promise="What its repositories use of each other is drawn here."
      >
        {(org, orgs) => <GraphOfOrg org={org} orgs={orgs} />}
      </OneOrg>
    </div>
  );
}
