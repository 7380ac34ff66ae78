import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { listApiKeys } from "@knockon/contract/operations/workspace";
import type { AuditEvent } from "@knockon/contract/resources/workspace";
import { useQuery } from "@tanstack/react-query";
import { useMembers } from "../../api/use-members.ts";
import { useMay } from "../../api/use-role.ts";
import { useWorkspace } from "../../api/workspace-context.ts";

const LIMIT = { limit: 500 };

interface Names {
  actor: (event: AuditEvent) => string;
  target: (event: AuditEvent) => string;
}

/** What the ids of the log are called today, or were when it happened. */
export function useNames(): Names {
  const { workspace, api } = useWorkspace();
  const members = useMembers();
  const params = { workspace_id: workspace.id };
  const { data: orgs } = useQuery(api.ask(listConnectedOrgs, { query: LIMIT }));
  const mayReadKeys = useMay("owner");
  const { data: keys } = useQuery({
    ...api.ask(listApiKeys, { params, query: LIMIT }),
    enabled: mayReadKeys,
  });
  const person = (id: string): string | undefined =>
    members?.find(({ user_id }) => user_id === id)?.full_name;
  const org = (id: unknown): string | undefined => orgs?.find((one) => one.id === id)?.name;
  return {
    actor({ actor: { type, id } }) {
      if (type === "system" || id === null) return "Knockon";
      if (type === "user") return person(id) ?? "Former member";
      const name = keys?.find((key) => key.id === id)?.name;
      return name === undefined ? "API key" : `API key ${name}`;
    },
    target({ target: { type, id }, before, after }) {
      const told = { ...before, ...after };
      const { owner } = told;
      if (typeof owner === "string") return person(owner) ?? "a former member";
      const name = told["name"] ?? told["email"] ?? told["account"];
      if (typeof name === "string") return name;
      if (type === "user") return person(id) ?? "a former member";
      return org(type === "scan" ? told["connected_org_id"] : id) ?? "a deleted organization";
    },
  };
}
