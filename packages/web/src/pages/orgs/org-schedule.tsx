import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { Cron } from "croner";
import { toString } from "cronstrue";
import { type SyntheticEvent, useState } from "react";
import { PRESETS } from "./schedules.ts";
import { useOrgChange } from "./use-org-settings.ts";
import { fieldErrors } from "../../api/errors.ts";
import { SaveButton } from "../../components/button.tsx";
import { Select, TextField } from "../../components/fields.tsx";
import { FormError } from "../../components/notice.tsx";
import { useNow } from "../../components/text.tsx";
import { formatInstant } from "../../format/format.ts";

interface SchedulePreview {
  description: string;
  next: readonly Date[];
}

/** Describes a cron expression with the parser that the server uses. Undefined if invalid. */
export function previewSchedule(schedule: string, after: Date): SchedulePreview | undefined {
  try {
    const next = new Cron(schedule, { mode: "5-part", timezone: "UTC" }).nextRuns(3, after);
    return { description: toString(schedule, { use24HourTimeFormat: true, verbose: true }), next };
  } catch {
    return undefined;
  }
}

const CUSTOM = "custom";
const isPreset = (schedule: string): boolean => PRESETS.some(({ value }) => value === schedule);

/** The schedule of automatic scans. */
export function OrgSchedule({ org }: { org: ConnectedOrg }) {
  const saved = org.schedule ?? "";
  const [schedule, setSchedule] = useState(saved);
  const [isCustom, setIsCustom] = useState(!isPreset(saved));
  const save = useOrgChange(org.id, "Schedule saved");
  const choose = (value: string): void => {
    setIsCustom(value === CUSTOM);
    if (value !== CUSTOM) setSchedule(value);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate({ schedule: schedule === "" ? null : schedule });
  };
  return (
    <form className="flex flex-col gap-4 rounded-md border p-4" onSubmit={submit}>
      <Select
        label="Frequency"
        value={isCustom ? CUSTOM : schedule}
        options={[...PRESETS, { value: CUSTOM, text: "Custom (cron)" }]}
        onChange={choose}
      />
      {isCustom && (
        <TextField
          label="Cron expression"
          mono
          required
          placeholder="30 3 * * 1-5"
          hint="Minute, hour, day of month, month, weekday, in UTC. At most every 15 minutes."
          error={fieldErrors(save.error).get("schedule")}
          value={schedule}
          onChange={setSchedule}
        />
      )}
      <Preview org={org} schedule={schedule} />
      <FormError error={save.error} fields={isCustom ? /^schedule$/u : /^$/u} />
      <SaveButton shown={schedule !== saved} busy={save.isPending} />
    </form>
  );
}

function Preview({ org, schedule }: { org: ConnectedOrg; schedule: string }) {
  const now = useNow();
  if (schedule === "") {
    return (
      <p className="text-13 text-muted">
        Scans run only when someone starts one
        {org.platform === "local" ? "." : " or a webhook reports a push."}
      </p>
    );
  }
  const preview = previewSchedule(schedule, now);
  if (!preview) return <p className="text-13 text-muted">Enter a valid cron expression.</p>;
  return (
    <div className="text-13">
      <p className="font-medium">{preview.description} (UTC)</p>
      <p className="mt-1 text-muted">Next runs in your time zone:</p>
      <ul className="tabular text-muted">
        {preview.next.map((at) => (
          <li key={at.getTime()}>{formatInstant(at)}</li>
        ))}
      </ul>
    </div>
  );
}
