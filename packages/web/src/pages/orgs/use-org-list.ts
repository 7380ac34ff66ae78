import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useState, type SyntheticEvent } from "react";
import { fieldErrors } from "../../api/field-errors.ts";
import { useOrgChange } from "./use-org-change.ts";

/** A list among an org's settings while it is edited: kept as a whole, by its form. */
export function useOrgList<Field extends "host_aliases" | "heuristic_patterns">(
  org: ConnectedOrg,
  field: Field,
  says: string,
) {
  const [items, setItems] = useState<ConnectedOrg[Field]>(org[field]);
  const save = useOrgChange(org.id, says);
  return {
    items,
    save,
    errors: fieldErrors(save.error),
    isKept: JSON.stringify(items) === JSON.stringify(org[field]),
    change(next: ConnectedOrg[Field]): void {
      save.reset();
      setItems(next);
    },
    submit(event: SyntheticEvent): void {
      event.preventDefault();
      save.mutate({ [field]: items });
    },
  };
}
