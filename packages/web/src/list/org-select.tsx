import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { ARTIFACT_TYPES, type ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useWorkspace } from "../api/workspace.ts";
import { buttonLook } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Select } from "../components/fields.tsx";
import { Loaded } from "../components/loaded.tsx";
import { inHeading } from "../format/words.ts";

interface SelectedOrgProps {
  /** The ID in the URL. Falls back to the first organization. */
  named: string | undefined;
  /** Shown while loading and without organizations. */
  heading?: ReactNode;
  skeleton: ReactNode;
  /** The skeleton is the whole page, which has no heading. */
  isWhole?: boolean;
  /** What the page shows once an organization is connected. */
  promise: string;
  children: (org: ConnectedOrg, orgs: readonly ConnectedOrg[]) => ReactNode;
}

/** Selects the organization of a page that shows one at a time. */
export function SelectedOrg({
  named,
  heading,
  skeleton,
  isWhole = false,
  promise,
  children,
}: SelectedOrgProps) {
  const { workspace, api } = useWorkspace();
  const orgs = useQuery(api.query(listConnectedOrgs, { query: { limit: 500 } }));
  return (
    <Loaded
      query={orgs}
      skeleton={
        <>
          {!isWhole && heading}
          {skeleton}
        </>
      }
    >
      {(data) => {
        const org = data.find(({ id }) => id === named) ?? data[0];
        if (org) return <Fragment key={org.id}>{children(org, data)}</Fragment>;
        return (
          <>
            {heading}
            <EmptyState
              icon={Building2}
              title="No organizations connected"
              action={
                <Link
                  to="/w/$slug/settings/orgs/new"
                  params={{ slug: workspace.slug }}
                  className={buttonLook("primary")}
                >
                  Connect organization
                </Link>
              }
            >
              {promise}
            </EmptyState>
          </>
        );
      }}
    </Loaded>
  );
}

interface OrgSelectProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
  onChoose: (id: string) => void;
}

/** Renders nothing for a single organization. */
export const OrgSelect = ({ org, orgs, onChoose }: OrgSelectProps) =>
  orgs.length > 1 && (
    <Select
      bare
      label="Organization"
      value={org.id}
      options={orgs.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={onChoose}
    />
  );

const TYPES = [
  { value: "" as const, text: "All types" },
  ...ARTIFACT_TYPES.map((type) => ({ value: type, text: inHeading(type) })).toSorted((a, b) =>
    a.text.localeCompare(b.text),
  ),
];

interface TypeSelectProps {
  value: ArtifactType | undefined;
  onChange: (type: ArtifactType | undefined) => void;
}

/** Selects an artifact type. */
export const TypeSelect = ({ value, onChange }: TypeSelectProps) => (
  // The longest option would set the width.
  <div className="w-40 shrink-0 *:w-full">
    <Select
      bare
      label="Type"
      value={value ?? ""}
      options={TYPES}
      onChange={(type) => onChange(type === "" ? undefined : type)}
    />
  </div>
);
