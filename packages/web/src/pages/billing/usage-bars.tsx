import type { Usage } from "./subscription.ts";
import { UsageBar } from "./usage-bar.tsx";

export const UsageBars = ({ usage: { repos, seats, org_connections } }: { usage: Usage }) => (
  <div className="divide-y divide-line">
    <UsageBar label="Repositories" {...repos} />
    <UsageBar
      label="Seats"
      {...seats}
      note="Members above viewers, and open invitations. Viewers are free."
    />
    <UsageBar label="Connected orgs" {...org_connections} />
  </div>
);
