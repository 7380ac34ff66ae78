import { createApiKey, listApiKeys } from "@knockon/contract/operations/workspace";
import { type SyntheticEvent, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock, CodeLine } from "../../components/copy.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Segments } from "../../components/options.tsx";

interface CreateApiKeyProps {
  open: boolean;
  onClose: () => void;
}

/** Asks for a name, then shows the key once. */
export function CreateApiKey({ open, onClose }: CreateApiKeyProps) {
  const { workspace, api } = useWorkspace();
  const [name, setName] = useState("");
  const create = useAction({
    run: () => api.call(createApiKey, { params: { workspace_id: workspace.id }, body: { name } }),
    invalidates: [listApiKeys],
    showsErrors: true,
  });
  const close = (): void => {
    setName("");
    create.reset();
    onClose();
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  if (create.data) {
    return (
      <Dialog
        open={open}
        onClose={close}
        isModal
        title="API key created"
        description="Copy the key now. It won't be shown again. If you lose it, revoke it and create a new one."
      >
        <ShownKey apiKey={create.data.key} />
        <div className="mt-5 flex justify-end">
          <Button look="primary" onClick={close}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Create API key"
      description="The key can do almost everything that you can in this workspace. It can't manage members, create keys, or transfer or delete the workspace."
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          hint="Where the key is used."
          placeholder="CI for storefront"
          value={name}
          onChange={setName}
        />
        {create.isError && <ErrorNotice error={create.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending} disabled={name.trim() === ""}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A new key with example requests. */
const ShownKey = ({ apiKey }: { apiKey: string }) => (
  <div className="flex min-w-0 flex-col gap-5">
    <CodeLine text={apiKey} label="Copy key" />
    <FirstRequest apiKey={apiKey} />
  </div>
);

/** Example requests with a key, or a placeholder of one. */
export function FirstRequest({ apiKey }: { apiKey: string }) {
  const [id, setId] = useState<SnippetId>("curl");
  const { lead, text } = SNIPPETS[id];
  return (
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
  );
}

type SnippetId = "curl" | "github" | "gitlab";

interface Snippet {
  /** Instructions. */
  lead: string;
  text: (origin: string, key: string) => string;
}

/** Queries the impact of a repository from CI. The key comes from the environment. */
const request = (origin: string, path: string): string[] => [
  `curl --fail-with-body -sS --get`,
  `  ${origin}/api/v1/impact`,
  `  --header "X-API-Key: $KNOCKON_API_KEY"`,
  `  --data-urlencode "full_path=${path}"`,
];

const indented = (lines: readonly string[], by: number): string =>
  lines.map((line) => " ".repeat(by) + line).join(" \\\n");

/** Example requests for a new key. */
const SNIPPETS: Record<SnippetId, Snippet> = {
  curl: {
    lead: "Run in a terminal to list the first five repositories.",
    text: (origin, key) =>
      `export KNOCKON_API_KEY=${key}\n` +
      indented(
        [`curl --header "X-API-Key: $KNOCKON_API_KEY"`, `  "${origin}/api/v1/repositories?limit=5"`],
        0,
      ),
  },
  github: {
    lead: "Store the key as the Actions secret KNOCKON_API_KEY. The step prints the impact of the repository.",
    text: (origin) =>
      `- name: Show impact\n` +
      `  env:\n    KNOCKON_API_KEY: \${{ secrets.KNOCKON_API_KEY }}\n` +
      `  run: |\n${indented(request(origin, "$GITHUB_REPOSITORY"), 4)}`,
  },
  gitlab: {
    lead: "Store the key as the masked CI/CD variable KNOCKON_API_KEY. The job prints the impact of the project.",
    text: (origin) =>
      `impact:\n  image: curlimages/curl\n  script:\n    - |\n` +
      indented(request(origin, "$CI_PROJECT_PATH"), 6),
  },
};
