import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "../../components/page-header.tsx";
import { TableSkeleton } from "../../components/skeleton.tsx";
import { OneOrg } from "../../list/one-org.tsx";
import { UnresolvedOfOrg } from "./unresolved-of-org.tsx";

const route = getRouteApi("/w/$slug/unresolved");

export function UnresolvedPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <>
      <PageHeader
        title="Unresolved"
        description="Declarations with no known producer in this workspace. Most refer to external packages."
      />
      <OneOrg
        named={connected_org_id}
        skeleton={<TableSkeleton rows={10} />}
        promise="Declarations with no known producer appear here."
      >
        {(org, orgs) => <UnresolvedOfOrg org={org} orgs={orgs} />}
      </OneOrg>
    </>
  );
}
