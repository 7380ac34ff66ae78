import { getRouteApi, Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace-context.ts";
import { FirstSteps } from "../../components/first-steps.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ConnectForm } from "./connect-form.tsx";

const route = getRouteApi("/w/$slug/settings/orgs/new");

export function ConnectPage() {
  const { slug } = useWorkspace().workspace;
  const { first = false } = route.useSearch();
  return (
    <div className="max-w-120">
      {first && <FirstSteps at="connect" />}
      <PageHeader
        title="Connect organization"
        {...(!first && {
          above: (
            <Link to="/w/$slug/settings/orgs" params={{ slug }} className="hover:text-text hover:underline">
              Organizations
            </Link>
          ),
        })}
        description="Knockon only reads repositories. It never writes to them or runs their code."
      />
      <ConnectForm first={first} />
    </div>
  );
}
