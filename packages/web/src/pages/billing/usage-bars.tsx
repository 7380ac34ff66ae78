import type { Usage } from "./subscription.ts";
import { UsageBar } from "./usage-bar.tsx";

export const UsageBars = ({ usage: { repos, seats, org_connections } }: { usage: Usage }) => (
  <div className="divide-y divide-line">
    <UsageBar label="Repositories" {...repos} />
    <UsageBar label="Seats" {...seats} note="Includes pending invitations. Viewers don't use a seat." />
    <UsageBar label="Organizations" {...org_connections} />
  </div>
);
