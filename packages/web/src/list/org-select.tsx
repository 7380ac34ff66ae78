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
import { Choice } from "../components/fields.tsx";
import { Loaded } from "../components/loaded.tsx";
import { inHeading } from "../format/words.ts";

interface OneOrgProps {
  /** Which one the URL names; without it, or where that is gone, the first. */
  named: string | undefined;
  /** Where the children have their own, which acts on the org: the one to show until there is an org. */
  heading?: ReactNode;
  skeleton: ReactNode;
  /** What the orgs will give, once one is connected. */
  promise: string;
  children: (org: ConnectedOrg, orgs: readonly ConnectedOrg[]) => ReactNode;
}

/** What the service has of one org at a time. */
export function OneOrg({ named, heading, skeleton, promise, children }: OneOrgProps) {
  const { workspace, api } = useWorkspace();
  const orgs = useQuery(api.ask(listConnectedOrgs, { query: { limit: 500 } }));
  return (
    <Loaded
      query={orgs}
      skeleton={
        <>
          {heading}
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

interface OrgChoiceProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
  onChoose: (id: string) => void;
}

/** Nothing where there is only one. */
export const OrgChoice = ({ org, orgs, onChoose }: OrgChoiceProps) =>
  orgs.length > 1 && (
    <Choice
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

interface TypeChoiceProps {
  value: ArtifactType | undefined;
  onChange: (type: ArtifactType | undefined) => void;
}

/** What kind of artifact, in words. */
export const TypeChoice = ({ value, onChange }: TypeChoiceProps) => (
  <Choice
    bare
    label="Type"
    value={value ?? ""}
    options={TYPES}
    onChange={(type) => onChange(type === "" ? undefined : type)}
  />
);
