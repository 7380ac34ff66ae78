import { Menu as Primitive } from "@base-ui/react/menu";
import { listWorkspaces } from "@knockon/contract/operations/workspace";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Check, Plus } from "lucide-react";
import { personalApi } from "../api/client.ts";
import { useWorkspace } from "../api/workspace-context.ts";
import { Menu, menuItemLook } from "./menu.tsx";
import { railMenuLook, WorkspaceFace } from "./rail-faces.tsx";

export function WorkspaceSwitcher({ narrow }: { narrow: boolean }) {
  const { workspace } = useWorkspace();
  const { data: workspaces = [workspace] } = useQuery(
    personalApi.ask(listWorkspaces, { query: { limit: 500 } }),
  );
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <button type="button" className={railMenuLook}>
          <WorkspaceFace narrow={narrow} />
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
