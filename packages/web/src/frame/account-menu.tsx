import { Menu as Primitive } from "@base-ui/react/menu";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { BookOpen, Check, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { sessionQuery, signOut } from "../api/session.ts";
import { useAct } from "../api/use-act.ts";
import { Menu, menuItemLook } from "./menu.tsx";
import { AccountFace, railMenuLook } from "./rail-faces.tsx";
import { setTheme, THEME_WORDS, THEMES, useTheme, type Theme } from "./theme.ts";

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export function AccountMenu({ narrow }: { narrow: boolean }) {
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = useAct({
    act: signOut,
    done: () => void navigate({ to: "/login" }).then(() => client.clear()),
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
              <span className="flex-1">{THEME_WORDS[value]}</span>
              <Primitive.RadioItemIndicator>
                <Check aria-hidden className="size-4 text-accent" />
              </Primitive.RadioItemIndicator>
            </Primitive.RadioItem>
          );
        })}
      </Primitive.RadioGroup>
      <Primitive.Separator className="my-1 h-px bg-line" />
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
