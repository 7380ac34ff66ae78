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
        description="What the repositories of an org produce and consume: images, packages, modules, actions."
      />
      <OneOrg
        named={connected_org_id}
        skeleton={<TableSkeleton rows={10} />}
        promise="What its repositories produce and consume is listed here."
      >
        {(org, orgs) => <ArtifactsOfOrg org={org} orgs={orgs} />}
      </OneOrg>
    </>
  );
}
