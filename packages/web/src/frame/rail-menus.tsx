import { Menu as Primitive } from "@base-ui/react/menu";
import { listWorkspaces } from "@knockon/contract/operations/workspace";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { BookOpen, Check, LogOut, Monitor, Moon, Plus, Sun } from "lucide-react";
import { ACCOUNT } from "./destinations.ts";
import { Menu, menuItemLook } from "./menu.tsx";
import { AccountFace, railMenuLook, WorkspaceFace } from "./rail-faces.tsx";
import { setTheme, type Theme, THEME_NAMES, THEMES, useTheme } from "./theme.ts";
import { personalApi } from "../api/client.ts";
import { sessionQuery, signOut } from "../api/session.ts";
import { useAction } from "../api/use-action.ts";
import { useWorkspace } from "../api/workspace.ts";

export function WorkspaceSwitcher({ narrow }: { narrow: boolean }) {
  const { workspace } = useWorkspace();
  const { data: workspaces = [workspace] } = useQuery(
    personalApi.query(listWorkspaces, { query: { limit: 500 } }),
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

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export function AccountMenu({ narrow }: { narrow: boolean }) {
  const { workspace } = useWorkspace();
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useAction({
    run: signOut,
    onSuccess: () => void navigate({ to: "/login" }).then(() => client.clear()),
  });
  const theme = useTheme();
  return (
    <Menu
      trigger={
        <button type="button" className={railMenuLook}>
          <AccountFace narrow={narrow} />
        </button>
      }
    >
      {session && <p className="truncate px-2 py-1.5 text-12 text-muted">{session.user.email}</p>}
      <Primitive.RadioGroup value={theme} onValueChange={(value: Theme) => setTheme(value)}>
        {THEMES.map((value) => {
          const Icon = THEME_ICONS[value];
          return (
            <Primitive.RadioItem key={value} value={value} closeOnClick className={menuItemLook}>
              <Icon aria-hidden className="size-4 text-muted" />
              <span className="flex-1">{THEME_NAMES[value]}</span>
              <Primitive.RadioItemIndicator>
                <Check aria-hidden className="size-4 text-accent" />
              </Primitive.RadioItemIndicator>
            </Primitive.RadioItem>
          );
        })}
      </Primitive.RadioGroup>
      <Primitive.Separator className="my-1 h-px bg-line" />
      <Primitive.Item
        className={menuItemLook}
        onClick={() => void navigate({ to: ACCOUNT.to, params: { slug: workspace.slug } })}
      >
        <ACCOUNT.icon aria-hidden className="size-4 text-muted" />
        {ACCOUNT.text}
      </Primitive.Item>
      <Primitive.LinkItem href="/docs" className={menuItemLook}>
        <BookOpen aria-hidden className="size-4 text-muted" />
        API reference
      </Primitive.LinkItem>
      <Primitive.Item className={menuItemLook} onClick={() => leave.mutate()}>
        <LogOut aria-hidden className="size-4 text-muted" />
        Sign out
      </Primitive.Item>
    </Menu>
  );
}
