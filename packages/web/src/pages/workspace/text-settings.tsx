import { getWorkspaceSettings, updateWorkspaceSettings } from "@knockon/contract/operations/workspace";
import type { WorkspaceSettings } from "@knockon/contract/resources/workspace";
import type { NamingRule } from "@knockon/contract/vocabulary/check";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { SaveButton } from "../../components/button.tsx";
import { CheckField, Select } from "../../components/fields.tsx";
import { Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { ErrorNotice } from "../../components/notice.tsx";

const RULES: readonly { value: NamingRule; text: string }[] = [
  { value: "same_visibility", text: "Those at least as visible as the repository" },
  { value: "all", text: "All" },
  { value: "counts", text: "None, only their number" },
];

const EXPLANATIONS: Record<NamingRule, string> = {
  same_visibility:
    "In a public repository, comments and checks name public ones; in an internal one, public and internal ones; in a private one, all. Others are only counted.",
  all: "Comments and checks in a public repository also name private ones, to everyone who can read them.",
  counts: "Comments and checks say how many other repositories are affected, and name none of them.",
};

/** The settings of comments and of answers outside the application. */
export function TextSettings() {
  const { workspace, api } = useWorkspace();
  const settings = useQuery(api.query(getWorkspaceSettings, { params: { workspace_id: workspace.id } }));
  return (
    <Loaded query={settings} skeleton={<SkeletonBlock className="h-48" />}>
      {(saved) => <SettingsForm key={JSON.stringify(saved)} saved={saved} />}
    </Loaded>
  );
}

function SettingsForm({ saved }: { saved: WorkspaceSettings }) {
  const { workspace, api } = useWorkspace();
  const [rule, setRule] = useState(saved.naming_rule);
  const [scope, setScope] = useState(saved.naming_scope);
  const [mentions, setMentions] = useState(saved.mentions_owners);
  const save = useAction({
    run: () =>
      api.call(updateWorkspaceSettings, {
        params: { workspace_id: workspace.id },
        body: { naming_rule: rule, naming_scope: scope, mentions_owners: mentions },
      }),
    successMessage: "Settings saved",
    invalidates: [getWorkspaceSettings],
    showsErrors: true,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="flex flex-col gap-4 rounded-md border p-4" onSubmit={submit}>
      <Select
        label="Repositories named in comments and checks"
        value={rule}
        options={RULES}
        onChange={setRule}
      />
      <p className="-mt-2 text-12 text-muted">{EXPLANATIONS[rule]}</p>
      <CheckField
        label="Also apply to API keys, agents and CSV exports"
        hint="Answers about a repository, such as its impact, then name only the repositories that a comment in it would name. Lists of all repositories, the workspace export and pages of this app keep all names."
        checked={scope === "answers"}
        onChange={(isChecked) => setScope(isChecked ? "answers" : "pull_requests")}
      />
      <CheckField
        label="Mention owners in comments"
        hint="A mention notifies the user or team on the Git host."
        checked={mentions}
        onChange={setMentions}
      />
      {save.isError && <ErrorNotice error={save.error} />}
      <SaveButton
        shown={
          rule !== saved.naming_rule || scope !== saved.naming_scope || mentions !== saved.mentions_owners
        }
        busy={save.isPending}
      />
    </form>
  );
}
