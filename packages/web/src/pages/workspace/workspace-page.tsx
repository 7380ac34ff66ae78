import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useEntitlements } from "../../api/use-entitlements.ts";
import { useMay } from "../../api/use-role.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { buttonLook } from "../../components/button.tsx";
import { Facts } from "../../components/facts.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Section } from "../../components/section.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { planName } from "../billing/plan-words.ts";
import { DeleteWorkspace } from "./delete-workspace.tsx";
import { ExportWorkspace } from "./export-workspace.tsx";
import { RenameWorkspace } from "./rename-workspace.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

/** The workspace itself, and how the application looks to whoever reads this. */
export function WorkspacePage() {
  const { workspace } = useWorkspace();
  const mayChange = useMay("admin");
  const mayDelete = useMay("owner");
  const entitlements = useEntitlements();
  return (
    <div className="max-w-180">
      <PageHeader
        title="Workspace"
        description="A workspace contains the organizations you connect and the people you invite."
        actions={
          <Link to="/welcome" className={buttonLook()}>
            <Plus aria-hidden className="size-4" />
            New workspace
          </Link>
        }
      />
      <div className="flex flex-col gap-8">
        <Facts
          facts={[
            ["Name", workspace.name],
            [
              "URL",
              <span key="url" className="font-mono text-12 break-all">
                {location.origin}/w/{workspace.slug}
              </span>,
            ],
            [
              "Plan",
              entitlements?.billing_enforced === false ? "All features included" : planName(workspace.plan),
            ],
            ["Created", <TimeAgo key="created" at={workspace.created_at} />],
          ]}
        />
        {mayChange && (
          <Section title="Name and URL">
            <RenameWorkspace key={workspace.updated_at} />
          </Section>
        )}
        <Section title="Theme">
          <ThemeChoice />
        </Section>
        {mayChange && (
          <Section title="Export">
            <ExportWorkspace />
          </Section>
        )}
        {mayDelete && (
          <Section title="Delete workspace">
            <DeleteWorkspace />
          </Section>
        )}
      </div>
    </div>
  );
}
