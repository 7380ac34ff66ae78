import { Menu as Primitive } from "@base-ui/react/menu";
import { getImpact } from "@knockon/contract/operations/repository";
import { countArchived } from "@knockon/contract/check/words";
import type { Impact } from "@knockon/contract/resources/impact";
import { isMention, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, RotateCcw } from "lucide-react";
import { useId } from "react";
import {
  AFFECTING_ROLES,
  ALL_BUT_MENTIONS,
  defaultRoles,
  type ImpactSearch,
  MENTIONS_ONLY,
  MENTIONS_QUERY,
  queryOf,
  rolesAskedFor,
  roleText,
  rolesOf,
} from "./impact-search.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { cx } from "../../components/dom.ts";
import { fieldLook } from "../../components/fields.tsx";
import { formatCount } from "../../format/format.ts";
import { inHeading, inWords, ROLE_WORDS } from "../../format/words.ts";
import { Menu } from "../../frame/menu.tsx";

interface RoleFilterProps {
  search: ImpactSearch;
  /** Of the answer, with the number of repositories by role. */
  summary: Impact["summary"] | undefined;
  onChange: (changes: Pick<ImpactSearch, "role" | "min_confidence">) => void;
}

/** Selects the roles that count, and explains them. */
export function RoleFilter({ search, summary, onChange }: RoleFilterProps) {
  const id = useId();
  const chosen = rolesOf(search);
  const shown = rolesAskedFor(search);
  const preset = [MENTIONS_ONLY, ALL_BUT_MENTIONS].find((text) => text === shown) ?? CUSTOM;
  const isCustom = preset === CUSTOM && search.role !== undefined;
  const choose = (roles: readonly Role[]): void => onChange({ role: roleText(search, roles) });
  return (
    <div className="flex flex-col">
      <span id={id} className="sr-only">
        Roles
      </span>
      <Menu
        isField
        title="Roles"
        done={summary === undefined ? undefined : `Show ${formatCount(summary.direct + summary.transitive)}`}
        className="sm:min-w-124"
        trigger={
          <button
            type="button"
            aria-labelledby={`${id} ${id}-value`}
            className={cx(fieldLook, "flex items-center justify-between gap-2 text-left text-13")}
          >
            <span id={`${id}-value`} className="truncate">
              <span aria-hidden className="text-muted">
                Roles:{" "}
              </span>
              {isCustom && chosen.length < ROLES.length ? chosen.map(inWords).join(", ") : lowered(shown)}
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        }
      >
        <Primitive.RadioGroup
          aria-label="Presets"
          value={preset}
          onValueChange={(text) =>
            text === MENTIONS_ONLY ? onChange(MENTIONS_QUERY) : choose(AFFECTING_ROLES)
          }
        >
          {[...PRESETS, ...(isCustom ? [CUSTOM] : [])].map((text) => (
            <Primitive.RadioItem
              key={text}
              value={text}
              // It says that neither of the others is true, and cannot be chosen.
              disabled={text === CUSTOM}
              closeOnClick
              className={cx(itemLook, "items-center")}
            >
              <span className={cx(markLook, "rounded-full group-data-checked:border-accent")}>
                <Primitive.RadioItemIndicator className="size-2 rounded-full bg-accent" />
              </span>
              {text}
            </Primitive.RadioItem>
          ))}
        </Primitive.RadioGroup>
        {isCustom && (
          <Primitive.Item
            onClick={() => choose(defaultRoles(search))}
            className={cx(itemLook, "items-center text-accent")}
          >
            <RotateCcw aria-hidden className="size-4" />
            Reset
          </Primitive.Item>
        )}
        <Primitive.Separator className="my-1 border-t" />
        {[AFFECTING_ROLES, MENTIONING_ROLES].map((roles) => (
          <Primitive.Group key={roles.join(" ")}>
            <Primitive.GroupLabel className="flex items-baseline justify-between gap-4 px-2 pt-2 pb-0.5 text-12 text-muted">
              {roles === AFFECTING_ROLES ? (
                <>
                  <span className="font-medium whitespace-nowrap text-text">Depend on it</span>
                  <span>
                    {summary !== undefined && countArchived(summary) > 0
                      ? "With archived ones, by strongest role"
                      : "Repositories by strongest role"}
                  </span>
                </>
              ) : (
                <span>
                  <span className="font-medium text-text">Mentions</span> · only name it
                </span>
              )}
            </Primitive.GroupLabel>
            {roles.map((role) => (
              <RoleItem
                key={role}
                role={role}
                search={search}
                summary={summary}
                onChange={(isChosen) =>
                  onChange({
                    role: roleText(
                      search,
                      isChosen ? [...chosen, role] : chosen.filter((one) => one !== role),
                    ),
                    // As it is counted.
                    ...(isChosen && { min_confidence: floorOf(role, search) }),
                  })
                }
              />
            ))}
          </Primitive.Group>
        ))}
      </Menu>
    </div>
  );
}

interface RoleItemProps extends Pick<RoleFilterProps, "search" | "summary"> {
  role: Role;
  onChange: (isChosen: boolean) => void;
}

/** A role to select, what it means, and the number of its repositories. */
function RoleItem({ role, search, summary, onChange }: RoleItemProps) {
  const isChosen = rolesOf(search).includes(role);
  return (
    <Primitive.CheckboxItem checked={isChosen} onCheckedChange={onChange} className={itemLook}>
      <span
        className={cx(
          markLook,
          "mt-0.5 rounded-sm group-data-checked:border-accent group-data-checked:bg-accent",
        )}
      >
        <Primitive.CheckboxItemIndicator>
          <Check aria-hidden className="size-3.5 text-canvas" />
        </Primitive.CheckboxItemIndicator>
      </span>
      <span className="flex min-w-0 grow flex-col self-baseline sm:flex-row sm:items-baseline">
        <span className="shrink-0 sm:w-29">{inHeading(role)}</span>
        <span className="text-12 text-muted">{ROLE_WORDS[role].long}</span>
      </span>
      {summary &&
        (isChosen ? <RoleCount role={role} summary={summary} /> : <AddedCount role={role} search={search} />)}
    </Primitive.CheckboxItem>
  );
}

interface RoleCountProps {
  role: Role;
  summary: Impact["summary"];
}

/** The number of repositories whose strongest role it is. */
const RoleCount = ({ role, summary }: RoleCountProps) => <Count of={countOfRole(role, summary)} />;

const countOfRole = (role: Role, { by_role }: Impact["summary"]): number =>
  by_role.direct[role] + by_role.transitive[role];

/** A number, or what choosing the role adds. */
const Count = ({ of: count, isAdded = false, title }: { of: number; isAdded?: boolean; title?: string }) => (
  <span
    title={title}
    className={cx(
      "tabular shrink-0 self-baseline text-12",
      count === 0 ? "text-faint" : isAdded ? "text-muted" : "font-medium text-text",
    )}
  >
    {formatCount(count)}
    {isAdded && count > 0 && " more"}
  </span>
);

/** The least confidence with a role that is chosen: mentions have a low one. */
const floorOf = (role: Role, { min_confidence }: ImpactSearch): number | undefined =>
  isMention(role) ? MENTIONS_QUERY.min_confidence : min_confidence;

/**
 * The number for a role that is not chosen, loaded while the menu is open. An answer with all roles has it. Of mentions, it is the
 * number of repositories that only mention the root so, of which the page has the sum: what an answer without that role leaves out.
 */
function AddedCount({ role, search }: { role: Role; search: ImpactSearch }) {
  const { api } = useWorkspace();
  const others = isMention(role)
    ? ROLES.filter((one) => one !== role && (isMention(one) || rolesOf(search).includes(one)))
    : ROLES;
  const query = { ...queryOf(search), role: others.join(","), limit: 1 };
  const { data, isError } = useQuery(api.query(getImpact, { query }));
  if (data) {
    const { direct, transitive } = data.summary.by_role;
    return isMention(role) ? (
      <Count isAdded of={data.summary.mentions} title="Repositories that only mention it" />
    ) : (
      <Count isAdded of={direct[role] + transitive[role]} />
    );
  }
  return isError ? (
    <span className="self-baseline text-12 text-faint" title="Could not be counted">
      –
    </span>
  ) : (
    <span aria-busy="true" className="mt-1 skeleton h-3 w-5 shrink-0">
      <span className="sr-only">Loading</span>
    </span>
  );
}

const PRESETS = [ALL_BUT_MENTIONS, MENTIONS_ONLY] as const;
const CUSTOM = "Custom";
const MENTIONING_ROLES = ROLES.filter(isMention);

const itemLook =
  "group flex w-full gap-2 rounded-sm px-2 py-1.5 text-13 select-none outline-none data-highlighted:bg-hover max-sm:min-h-11 max-sm:py-1";

/** The frame of a mark: round for one of several, square for any of several. */
const markLook = "flex size-4 shrink-0 items-center justify-center border border-line-strong";

/** After the label. */
const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
