import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { ReactNode } from "react";
import { TableSkeleton } from "../components/loaded.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { SelectedOrg } from "./org-select.tsx";

interface OrgListPageProps {
  title: string;
  description: ReactNode;
  /** The ID of the organization in the URL. */
  named: string | undefined;
  /** What the page shows once an organization is connected. */
  promise: string;
  children: (org: ConnectedOrg, orgs: readonly ConnectedOrg[]) => ReactNode;
}

/** The frame of a page that lists something of one organization. */
export const OrgListPage = ({ title, description, ...selected }: OrgListPageProps) => (
  <>
    <PageHeader title={title} description={description} />
    <SelectedOrg skeleton={<TableSkeleton rows={10} />} {...selected} />
  </>
);
