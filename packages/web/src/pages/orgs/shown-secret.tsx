import { API_PREFIX } from "@knockon/contract/operation";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import { CodeLine } from "../../components/code-line.tsx";
import { Notice } from "../../components/notice.tsx";

export type Host = Exclude<Platform, "local">;

/** Where the secret goes at its host, step by step. */
const STEPS: Record<Host, readonly string[]> = {
  github: [
    "In the organization's settings, open Webhooks and add a webhook.",
    "Enter the URL as Payload URL and the secret as Secret.",
    "Set Content type to application/json.",
    "Select the Pushes and Repositories events.",
  ],
  gitlab: [
    "In the group's settings, open Webhooks and add a webhook.",
    "Enter the URL as URL and the secret as Secret token.",
    "Select Push events and, if available, Project events.",
  ],
};

export function ShownSecret({ host, secret }: { host: Host; secret: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Notice tone="warning" title="Copy the secret now">
        It won't be shown again. If you lose it, create a new one.
      </Notice>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-13 font-medium">URL</p>
        <CodeLine text={`${location.origin}${API_PREFIX}/webhooks/${host}`} label="Copy URL" />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-13 font-medium">Secret</p>
        <CodeLine text={secret} label="Copy secret" />
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
