import { Section } from "../../components/section.tsx";
import type { Usage } from "./subscription.ts";
import { UsageBars } from "./usage-bars.tsx";

/** Where nobody charges for anything. */
export function EverythingIncluded({ usage }: { usage: Usage }) {
  return (
    <div className="flex max-w-180 flex-col gap-8">
      <p className="text-14">
        Billing is disabled on this deployment. All features are included, without limits.
      </p>
      <Section title="Usage">
        <div className="rounded-md border p-4">
          <UsageBars usage={usage} />
        </div>
      </Section>
    </div>
  );
}
