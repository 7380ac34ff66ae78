import { ROLES } from "@knockon/contract/vocabulary/role";
import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import { getRouteApi } from "@tanstack/react-router";
import { Select } from "../../components/fields.tsx";
import { inHeading, sentenceCase } from "../../format/words.ts";
import { pageQuery, withFilter } from "../../list/list-search.ts";
import { TypeSelect } from "../../list/org-select.tsx";

const route = getRouteApi("/w/$slug/repositories/$repositoryId");

const ROLE_OPTIONS = [
  { value: "" as const, text: "All roles" },
  ...ROLES.map((role) => ({ value: role, text: inHeading(role) })),
];

const STATE_OPTIONS = [
  { value: "" as const, text: "All versions" },
  ...VERSION_CONSTRAINT_STATES.map((state) => ({ value: state, text: sentenceCase(state) })),
];

/** Reads the filters in the URL and changes them. */
export function useDeclarationSearch() {
  const { tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { q, role, type, state } = search;
  const query = {
    ...pageQuery(search),
    ...(q !== undefined && { q }),
    ...(role !== undefined && { role }),
    ...(type !== undefined && { dependency_type: type }),
    ...(state !== undefined && { version_constraint_state: state }),
    sort: "target_repository" as const,
  };
  const show = (next: typeof search): void =>
    void navigate({ search: { tab, ...next }, replace: true, resetScroll: false });
  return { search, query, show };
}

/** Whether a search or a filter leaves out declarations. */
export const isFiltered = ({
  q,
  role,
  type,
  state,
}: ReturnType<typeof useDeclarationSearch>["search"]): boolean =>
  [q, role, type, state].some((one) => one !== undefined);

/** Filters declarations by role, type and version state. */
export function DeclarationFilters({
  search,
  show,
}: Pick<ReturnType<typeof useDeclarationSearch>, "search" | "show">) {
  const { role, type, state } = search;
  return (
    <>
      <Select
        bare
        label="Role"
        value={role ?? ""}
        options={ROLE_OPTIONS}
        onChange={(value) => show(withFilter(search, { role: value === "" ? undefined : value }))}
      />
      <Select
        bare
        label="Version"
        value={state ?? ""}
        options={STATE_OPTIONS}
        onChange={(value) => show(withFilter(search, { state: value === "" ? undefined : value }))}
      />
      <TypeSelect value={type} onChange={(value) => show(withFilter(search, { type: value }))} />
    </>
  );
}
