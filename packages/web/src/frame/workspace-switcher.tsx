import { Menu as Primitive } from "@base-ui/react/menu";
import { listWorkspaces } from "@knockon/contract/operations/workspace";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { personalApi } from "../api/client.ts";
import { useWorkspace } from "../api/workspace-context.ts";
import { Mark } from "./mark.tsx";
import { Menu, menuItemLook } from "./menu.tsx";

export function WorkspaceSwitcher({ narrow }: { narrow: boolean }) {
  const { workspace } = useWorkspace();
  const { data: workspaces = [workspace] } = useQuery(
    personalApi.ask(listWorkspaces, { query: { limit: 500 } }),
  );
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Workspace ${workspace.name}`}
          className="flex h-10 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
        >
          <Mark className="size-6 shrink-0" />
          {!narrow && (
            <>
              <span className="min-w-0 flex-1 truncate text-14 font-semibold">{workspace.name}</span>
              <ChevronsUpDown aria-hidden className="size-4 text-faint" />
            </>
          )}
        </button>
      }
    >
      <Primitive.Group>
        <Primitive.GroupLabel className="px-2 py-1.5 text-12 text-muted">Workspaces</Primitive.GroupLabel>
        {workspaces.map(({ id, name, slug }) => (
          <Primitive.Item
            key={id}
            className={menuItemLook}
            onClick={() => void navigate({ to: "/w/$slug", params: { slug } })}
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {id === workspace.id && <Check aria-label="current" className="size-4 text-accent" />}
          </Primitive.Item>
        ))}
      </Primitive.Group>
      <Primitive.Separator className="my-1 h-px bg-line" />
      <Primitive.Item className={menuItemLook} onClick={() => void navigate({ to: "/welcome" })}>
        <Plus aria-hidden className="size-4 text-muted" />
        New workspace
      </Primitive.Item>
    </Menu>
  );
}
