import { PageHeader } from "../../components/page-header.tsx";
import { TableSkeleton } from "../../components/skeleton.tsx";
import { getRouteApi } from "@tanstack/react-router";
import { OneOrg } from "../../list/one-org.tsx";
import { ArtifactsOfOrg } from "./artifacts-of-org.tsx";

const route = getRouteApi("/w/$slug/artifacts");

export function ArtifactsPage() {
  const { connected_org_id } = route.useSearch();
  return (
    <>
      <PageHeader
        title="Artifacts"
        description="Images, packages, modules and actions that your repositories produce and consume."
      />
      <OneOrg
        named={connected_org_id}
        skeleton={<TableSkeleton rows={10} />}
        promise="Artifacts that its repositories produce and consume appear here."
      >
        {(org, orgs) => <ArtifactsOfOrg org={org} orgs={orgs} />}
      </OneOrg>
    </>
  );
}
