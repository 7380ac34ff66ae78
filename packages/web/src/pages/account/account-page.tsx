import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { LogOut, Trash2 } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import {
  changePassword,
  deleteAccount,
  endOtherSessions,
  loginsQuery,
  type OpenSession,
  type Provider,
  PROVIDER_NAMES,
  providersQuery,
  sessionQuery,
  sessionsQuery,
  startLinking,
  unlinkLogin,
  updateName,
} from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialog.tsx";
import { NewPasswordField, TextField } from "../../components/fields.tsx";
import { Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Segments } from "../../components/options.tsx";
import { PageHeader, Section } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { formatMoment } from "../../format/format.ts";
import { setTheme, THEME_NAMES, THEMES, useTheme } from "../../frame/theme.ts";
import { describeDevice } from "./describe-device.ts";

/** The settings of the signed-in user, in all workspaces. */
export function AccountPage() {
  const session = useQuery(sessionQuery);
  return (
    <div className="max-w-180">
      <Loaded query={session} page="Account" skeleton={<SkeletonBlock className="h-96" />}>
        {(data) => (
          <>
            <PageHeader title="Account" description={data?.user.email} />
            <div className="flex flex-col gap-8">
              <Section title="Name">{data && <Name key={data.user.name} name={data.user.name} />}</Section>
              <Section title="Theme">
                <ThemeChoice />
              </Section>
              <Section title="Password">
                <Password />
              </Section>
              <Section title="Sign-in methods">
                <Logins />
              </Section>
              <Section title="Sessions">
                <Sessions current={data?.session.id} />
              </Section>
              <Section title="Delete account">
                <DeleteAccount email={data?.user.email ?? ""} />
              </Section>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border p-4">
      <p className="text-13 text-muted">Applies to this browser, in all workspaces.</p>
      <Segments
        label="Theme"
        value={theme}
        options={THEMES.map((value) => ({ value, text: THEME_NAMES[value] }))}
        onChange={setTheme}
      />
    </div>
  );
}

function Name({ name: saved }: { name: string }) {
  const client = useQueryClient();
  const [name, setName] = useState(saved);
  const save = useAction({
    run: updateName,
    successMessage: "Name saved",
    showsErrors: true,
    onSuccess: () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate(name.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-md border p-4">
      {save.isError && <ErrorNotice error={save.error} />}
      <TextField
        label="Your name"
        autoComplete="name"
        required
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <div className="flex justify-end">
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          disabled={name.trim() === "" || name.trim() === saved}
        >
          Save name
        </Button>
      </div>
    </form>
  );
}

/** Only for users who sign in with a password. */
function Password() {
  const logins = useQuery(loginsQuery);
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const client = useQueryClient();
  const change = useAction({
    run: changePassword,
    successMessage: "Password changed. All other sessions ended.",
    showsErrors: true,
    onSuccess() {
      setCurrentPassword("");
      setNewPassword("");
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    change.mutate({ currentPassword, newPassword });
  };
  return (
    <Loaded query={logins} skeleton={<SkeletonBlock className="h-60" />}>
      {(data) =>
        data.some(({ providerId }) => providerId === "credential") ? (
          <form onSubmit={submit} className="flex flex-col gap-4 rounded-md border p-4">
            {change.isError && <ErrorNotice error={change.error} />}
            <TextField
              label="Current password"
              type="password"
              autoComplete="current-password"
              required
              value={currentPassword}
              onChange={setCurrentPassword}
            />
            <NewPasswordField label="New password" value={newPassword} onChange={setNewPassword} />
            <div className="flex items-center justify-end gap-4">
              <p className="text-12 text-muted">You'll be signed out of all other sessions.</p>
              <Button
                type="submit"
                look="primary"
                busy={change.isPending}
                disabled={currentPassword === "" || newPassword === ""}
              >
                Change password
              </Button>
            </div>
          </form>
        ) : (
          <p className="rounded-md border p-4 text-13 text-muted">
            You have no password. To set one, sign out and select "Forgot password?".
          </p>
        )
      }
    </Loaded>
  );
}

const isProvider = (id: string): id is Provider => id in PROVIDER_NAMES;

/** The password and linked accounts of identity providers. */
function Logins() {
  const logins = useQuery(loginsQuery);
  const { data: providers = [] } = useQuery(providersQuery);
  const client = useQueryClient();
  const link = useAction({ run: startLinking, onSuccess: (url) => location.assign(url) });
  const unlink = useAction({
    run: unlinkLogin,
    successMessage: "Sign-in method removed",
    onSuccess: () => void client.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  });
  return (
    <Loaded query={logins} skeleton={<SkeletonBlock className="h-12" />}>
      {(data) => (
        <ul className="divide-y divide-line rounded-md border text-13">
          {data.map(({ providerId, createdAt }) => (
            <li key={providerId} className="flex min-h-12 items-center gap-3 px-3 py-2">
              <span className="min-w-0 flex-1">
                {isProvider(providerId) ? PROVIDER_NAMES[providerId] : "Email and password"}{" "}
                <span className="text-muted">
                  added <TimeAgo at={createdAt} />
                </span>
              </span>
              {isProvider(providerId) && data.length > 1 && (
                <Button busy={unlink.isPending} onClick={() => unlink.mutate(providerId)}>
                  Remove {PROVIDER_NAMES[providerId]}
                </Button>
              )}
            </li>
          ))}
          {providers
            .filter((provider) => !data.some(({ providerId }) => providerId === provider))
            .map((provider) => (
              <li key={provider} className="flex min-h-12 items-center gap-3 px-3 py-2">
                <span className="min-w-0 flex-1 text-muted">{PROVIDER_NAMES[provider]}</span>
                <Button busy={link.isPending} onClick={() => link.mutate(provider)}>
                  Link {PROVIDER_NAMES[provider]}
                </Button>
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  );
}

/** This session first, then the latest. */
const inOrder = (sessions: readonly OpenSession[], current: string | undefined): readonly OpenSession[] =>
  sessions.toSorted(
    (a, b) =>
      Number(b.id === current) - Number(a.id === current) ||
      Date.parse(b.createdAt) - Date.parse(a.createdAt),
  );

/** Where the user is signed in. */
function Sessions({ current }: { current: string | undefined }) {
  const sessions = useQuery(sessionsQuery);
  const client = useQueryClient();
  const end = useAction({
    run: endOtherSessions,
    successMessage: "All other sessions ended",
    onSuccess: () => void client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <Loaded query={sessions} skeleton={<SkeletonBlock className="h-12" />}>
      {(data) => (
        <div className="flex flex-col gap-3">
          <ul aria-label="Sessions" className="divide-y divide-line rounded-md border text-13">
            {inOrder(data, current).map(({ id, userAgent, updatedAt, createdAt }) => (
              <li key={id} className="flex min-h-12 items-center gap-3 px-3 py-2">
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="truncate font-medium" title={userAgent ?? undefined}>
                    {describeDevice(userAgent)}
                  </span>
                  <span className="text-12 text-muted">
                    Signed in {formatMoment(new Date(createdAt))} · active{" "}
                    {id === current ? "now" : <TimeAgo at={updatedAt} />}
                  </span>
                </span>
                {id === current && <Badge tone="accent">This session</Badge>}
              </li>
            ))}
          </ul>
          {data.length > 1 && (
            <Button icon={LogOut} className="self-start" busy={end.isPending} onClick={() => end.mutate()}>
              Sign out of all other sessions
            </Button>
          )}
        </div>
      )}
    </Loaded>
  );
}

function DeleteAccount({ email }: { email: string }) {
  const [asks, setAsks] = useState(false);
  const [password, setPassword] = useState("");
  const { data: logins = [] } = useQuery(loginsQuery);
  const hasPassword = logins.some(({ providerId }) => providerId === "credential");
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useAction({
    run: () => deleteAccount(hasPassword ? password : undefined),
    showsErrors: true,
    onSuccess: () => void navigate({ to: "/login" }).then(() => client.clear()),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger p-4 text-13">
      <p className="max-w-110 text-muted">
        Deletes your account and removes you from all workspaces. Transfer or delete the workspaces that you
        own first. API keys that you created keep working.
      </p>
      <Button look="danger" icon={Trash2} onClick={() => setAsks(true)}>
        Delete account
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Delete your account?"
        consequence="You are signed out everywhere. This cannot be undone."
        verb="Delete account"
        name={email}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {hasPassword && (
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
          />
        )}
        {remove.isError && <ErrorNotice error={remove.error} />}
      </ConfirmDialog>
    </div>
  );
}
