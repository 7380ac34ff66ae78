import { API_PREFIX } from "@knockon/contract/operation";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import { CodeLine } from "../../components/code-line.tsx";
import { Notice } from "../../components/notice.tsx";

export type Host = Exclude<Platform, "local">;

/** Where the secret goes at its host, step by step. */
const STEPS: Record<Host, readonly string[]> = {
  github: [
    "Open the organization's settings, Webhooks, and add one.",
    "Paste the address as Payload URL and the secret as Secret.",
    "Choose application/json as Content type.",
    "Let it send the events Pushes and Repositories.",
  ],
  gitlab: [
    "Open the group's settings, Webhooks, and add one.",
    "Paste the address as URL and the secret as Secret token.",
    "Let it send Push events and, where the group has them, Project events.",
  ],
};

export function ShownSecret({ host, secret }: { host: Host; secret: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Notice tone="warning" title="Copy the secret now">
        It is not shown again. Who lost it makes another.
      </Notice>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-13 font-medium">Address</p>
        <CodeLine text={`${location.origin}${API_PREFIX}/webhooks/${host}`} label="Copy the address" />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-13 font-medium">Secret</p>
        <CodeLine text={secret} label="Copy the secret" />
      </div>
      <ol className="list-decimal pl-5 text-13 text-muted">
        {STEPS[host].map((step) => (
          <li key={step} className="py-0.5">
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}
