import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { CodeLine } from "../../components/code-line.tsx";
import { Segments } from "../../components/segments.tsx";
import { SNIPPETS, type SnippetId } from "./snippets.ts";

/** A new key, and the first requests with it. */
export function ShownKey({ apiKey }: { apiKey: string }) {
  const [id, setId] = useState<SnippetId>("curl");
  const { lead, text } = SNIPPETS[id];
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <CodeLine text={apiKey} label="Copy key" />
      <div className="flex min-w-0 flex-col gap-2">
        <Segments
          label="First request"
          value={id}
          options={[
            { value: "curl", text: "curl" },
            { value: "github", text: "GitHub Actions" },
            { value: "gitlab", text: "GitLab CI" },
          ]}
          onChange={setId}
        />
        <p className="text-13 text-muted">{lead}</p>
        <CodeBlock text={text(location.origin, apiKey)} label="Copy request" />
      </div>
    </div>
  );
}
