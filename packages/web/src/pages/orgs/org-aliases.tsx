import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { Plus, X } from "lucide-react";
import { useOrgList } from "./use-org-settings.ts";
import { Button, SaveButton } from "../../components/button.tsx";
import { TextField } from "../../components/fields.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { FormError } from "../../components/notice.tsx";

const MOST = 20;

/** Other host names of the organization in files and clone URLs. */
export function OrgAliases({ org }: { org: ConnectedOrg }) {
  const {
    items: aliases,
    save,
    errors,
    isSaved,
    change,
    submit,
  } = useOrgList(org, "host_aliases", "Host aliases saved");
  return (
    <form className="flex flex-col gap-4 rounded-md border p-4" onSubmit={submit}>
      <p className="text-13 text-muted">
        Other names of the Git host of these repositories, such as mirrors, registry proxies and SSH hosts.
        References that use these names are resolved starting with the next scan.
      </p>
      {aliases.map((alias, index) => (
        // Aliases have no ID.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={`Alias ${index + 1}`}
              mono
              required
              maxLength={253}
              placeholder="git.mirror.example"
              error={errors.get(`host_aliases.${index}`)}
              value={alias}
              onChange={(value) => change(aliases.with(index, value.trim()))}
            />
          </div>
          <IconButton
            icon={X}
            className="mt-6.5"
            label={`Remove alias ${index + 1}`}
            onClick={() => change(aliases.toSpliced(index, 1))}
          />
        </div>
      ))}
      <FormError error={save.error} fields={/^host_aliases\.\d+$/u} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button icon={Plus} disabled={aliases.length >= MOST} onClick={() => change([...aliases, ""])}>
          Add alias
        </Button>
        <SaveButton shown={!isSaved} busy={save.isPending} />
      </div>
    </form>
  );
}
