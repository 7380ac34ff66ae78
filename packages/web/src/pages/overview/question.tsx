import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWorkspace } from "../../api/workspace.ts";
import { Finder } from "../../components/finder.tsx";
import { useSubjects } from "../../subject/use-subjects.ts";

/** Asks what a change affects. Leads to the impact page. */
export function Question() {
  const { slug } = useWorkspace().workspace;
  const [text, setText] = useState("");
  const found = useSubjects(text);
  const navigate = useNavigate();
  return (
    <div role="search" className="mb-8 rounded-md border bg-sunken p-4 sm:p-5">
      <Finder
        large
        label="What do you want to change?"
        placeholder="Repository, artifact, file or URL"
        chosen={undefined}
        found={found}
        onSearch={setText}
        onPick={({ search }) => void navigate({ to: "/w/$slug/impact", params: { slug }, search })}
      />
      <p className="mt-2 text-13 text-muted">
        See which repositories get the change, when, and who owns them.
      </p>
    </div>
  );
}
