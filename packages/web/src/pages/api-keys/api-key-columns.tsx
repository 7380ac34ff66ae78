import type { ApiKey, Member } from "@knockon/contract/resources/workspace";
import { Ban } from "lucide-react";
import { Badge } from "../../components/badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import type { Column } from "../../list/column.ts";
import { RevokeApiKey } from "./revoke-api-key.tsx";

export function apiKeyColumns(members: readonly Member[]): Column<ApiKey>[] {
  const names = new Map(members.map(({ user_id, full_name }) => [user_id, full_name]));
  const creator = ({ created_by }: ApiKey): string =>
    created_by === null ? "–" : (names.get(created_by) ?? "Former member");
  return [
    {
      id: "name",
      header: "Name",
      width: "w-full",
      value: ({ name }) => name,
      cell: ({ name, prefix, revoked_at }) => (
        <span className="flex min-w-0 items-center gap-3 py-0.5">
          <span className="flex min-w-0 flex-col">
            <span className={revoked_at === null ? "truncate font-medium" : "truncate text-muted"}>
              {name}
            </span>
            <code className="truncate font-mono text-12 text-muted" title={`Starts with ${prefix}`}>
              {prefix}…
            </code>
          </span>
          {revoked_at !== null && (
            <Badge tone="slate" icon={Ban}>
              Revoked
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: "creator",
      header: "Created by",
      from: "md",
      width: "min-w-36",
      value: creator,
      cell: (key) => <span className="block truncate text-muted">{creator(key)}</span>,
    },
    {
      id: "created",
      header: "Created",
      from: "md",
      width: "min-w-28",
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <TimeAgo at={created_at} />,
    },
    {
      id: "used",
      header: "Last used",
      width: "min-w-28",
      value: ({ last_used_at }) => last_used_at,
      cell: ({ last_used_at }) => <TimeAgo at={last_used_at} />,
    },
    {
      id: "revoke",
      header: "Revoke",
      bare: true,
      align: "right",
      width: "min-w-14",
      cell: (key) => key.revoked_at === null && <RevokeApiKey apiKey={key} />,
    },
  ];
}
