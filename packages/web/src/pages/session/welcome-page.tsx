import { createWorkspace, listWorkspaces } from "@knockon/contract/operations/workspace";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { SessionFrame, textLink } from "./session-frame.tsx";
import { personalApi } from "../../api/client.ts";
import { sessionQuery, signOut } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { focusOnMount } from "../../components/dom.ts";
import { TextField } from "../../components/fields.tsx";
import { SetupSteps } from "../../components/setup-steps.tsx";
import { ErrorNotice } from "../../components/notice.tsx";

/** Creates a workspace, the first setup step. */
export function WelcomePage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const create = useAction({
    run: async () => {
      const { slug } = await personalApi.call(createWorkspace, { body: { name } });
      await client.refetchQueries({ queryKey: [listWorkspaces.id], type: "all" });
      return slug;
    },
    showsErrors: true,
    onSuccess: (slug) =>
      void navigate({ to: "/w/$slug/settings/orgs/new", params: { slug }, search: { first: true } }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <SessionFrame
      title="Name your workspace"
      description="A workspace contains the organizations you connect and the people you invite."
      footer={<SignedIn />}
    >
      <SetupSteps at="workspace" />
      {create.isError && <ErrorNotice error={create.error} />}
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          ref={focusOnMount}
          label="Workspace name"
          placeholder="Acme Platform"
          required
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <Button type="submit" look="primary" busy={create.isPending}>
          Create workspace
        </Button>
      </form>
    </SessionFrame>
  );
}

/** The account, and the way out of the wrong one. */
function SignedIn() {
  const { data: session } = useQuery(sessionQuery);
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useAction({
    run: signOut,
    onSuccess: () => void navigate({ to: "/login" }).then(() => client.clear()),
  });
  return (
    <>
      Signed in as {session?.user.email ?? "…"} ·{" "}
      <button type="button" className={textLink} onClick={() => leave.mutate()}>
        Sign out
      </button>
    </>
  );
}
