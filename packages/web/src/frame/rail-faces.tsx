import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, CircleUser } from "lucide-react";
import { Logo } from "./logo.tsx";
import { sessionQuery } from "../api/session.ts";
import { useWorkspace } from "../api/workspace.ts";

/** Trigger of a sidebar menu. Rendered before the menu itself is loaded. */
export const railMenuLook =
  "flex h-10 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left text-muted hover:bg-hover hover:text-text";

export function WorkspaceFace({ narrow }: { narrow: boolean }) {
  const { workspace } = useWorkspace();
  return (
    <>
      <Logo className="size-6 shrink-0" />
      <span className="sr-only">Workspace</span>
      <span className={narrow ? "sr-only" : "min-w-0 flex-1 truncate text-14 font-semibold text-text"}>
        {workspace.name}
      </span>
      {!narrow && <ChevronsUpDown aria-hidden className="size-4 text-faint" />}
    </>
  );
}

export function AccountFace({ narrow }: { narrow: boolean }) {
  const { data: session } = useQuery(sessionQuery);
  return (
    <>
      <CircleUser aria-hidden className="mx-1 size-4 shrink-0" />
      <span className={narrow ? "sr-only" : "truncate text-13"}>{session?.user.name ?? "Account"}</span>
      <span className="sr-only">account menu</span>
    </>
  );
}
