import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cx } from "../../components/class-names.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { SkeletonBlock } from "../../components/skeleton.tsx";
import { useDocumentTitle } from "../../frame/use-document-title.ts";
import { OneOrg } from "../../list/one-org.tsx";
import { GraphOfOrg } from "./graph-of-org.tsx";

const route = getRouteApi("/w/$slug/graph");

export function GraphPage() {
  const { connected_org_id } = route.useSearch();
  useDocumentTitle("Graph");
  return (
    <OneOrg
      named={connected_org_id}
      heading={<PageHeader title="Graph" />}
      skeleton={<SkeletonBlock className="h-96" />}
      promise="The dependency graph of its repositories appears here."
    >
      {(org, orgs) => (
        <FullBleed>
          <h1 className="sr-only">Graph</h1>
          <GraphOfOrg org={org} orgs={orgs} />
        </FullBleed>
      )}
    </OneOrg>
  );
}

/** As large as the window; a table may be longer, and scrolls with it. */
function FullBleed({ children }: { children: ReactNode }) {
  const { view } = route.useSearch();
  return (
    <div
      data-full-bleed
      className={cx(
        "flex flex-col",
        view ? "min-h-[calc(100dvh-3rem)] md:min-h-dvh" : "h-[calc(100dvh-3rem)] md:h-dvh",
      )}
    >
      {children}
    </div>
  );
}
