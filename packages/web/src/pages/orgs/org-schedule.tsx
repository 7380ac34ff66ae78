import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { Cron } from "croner";
import { toString } from "cronstrue";
import { type SyntheticEvent, useState } from "react";
import { useOrgChange } from "./use-org-settings.ts";
import { fieldErrors } from "../../api/errors.ts";
import { Button } from "../../components/button.tsx";
import { Select, TextField } from "../../components/fields.tsx";
import { FormError } from "../../components/notice.tsx";
import { useNow } from "../../components/text.tsx";
import { formatInstant } from "../../format/format.ts";

/** What is often wanted. The hours are UTC's, as the service's are. */
const PRESETS = [
  { value: "", text: "Never" },
  { value: "0 * * * *", text: "Every hour" },
  { value: "0 3 * * *", text: "Daily at 03:00 UTC" },
  { value: "0 3 * * 1-5", text: "Weekdays at 03:00 UTC" },
  { value: "0 3 * * 1", text: "Mondays at 03:00 UTC" },
] as const;

interface SchedulePreview {
  words: string;
  next: readonly Date[];
}

/** What a schedule means: read as the service reads it. Undefined while it cannot be read. */
export function previewSchedule(schedule: string, after: Date): SchedulePreview | undefined {
  try {
    const next = new Cron(schedule, { mode: "5-part", timezone: "UTC" }).nextRuns(3, after);
    return { words: toString(schedule, { use24HourTimeFormat: true, verbose: true }), next };
  } catch {
    return undefined;
  }
}

const OWN = "own";
const isPreset = (schedule: string): boolean => PRESETS.some(({ value }) => value === schedule);

/** When the org is scanned by itself. */
export function OrgSchedule({ org }: { org: ConnectedOrg }) {
  const kept = org.schedule ?? "";
  const [schedule, setSchedule] = useState(kept);
  const [isOwn, setIsOwn] = useState(!isPreset(kept));
  const save = useOrgChange(org.id, "Schedule saved");
  const choose = (value: string): void => {
    setIsOwn(value === OWN);
    if (value !== OWN) setSchedule(value);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate({ schedule: schedule === "" ? null : schedule });
  };
  return (
    <form className="flex flex-col gap-4 rounded-md border p-4" onSubmit={submit}>
      <Select
        label="Frequency"
        value={isOwn ? OWN : schedule}
        options={[...PRESETS, { value: OWN, text: "Custom (cron)" }]}
        onChange={choose}
      />
      {isOwn && (
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
      <Preview schedule={schedule} />
      <FormError error={save.error} fields={isOwn ? /^schedule$/u : /^$/u} />
      <div className="flex justify-end">
        <Button type="submit" busy={save.isPending} disabled={schedule === kept}>
          Save
        </Button>
      </div>
    </form>
  );
}

function Preview({ schedule }: { schedule: string }) {
  const now = useNow();
  if (schedule === "") {
    return (
      <p className="text-13 text-muted">
        Scans run only when someone starts one or a webhook reports a push.
      </p>
    );
  }
  const preview = previewSchedule(schedule, now);
  if (!preview) return <p className="text-13 text-muted">Enter a valid cron expression.</p>;
  return (
    <div className="text-13">
      <p className="font-medium">{preview.words} (UTC)</p>
      <p className="mt-1 text-muted">Next runs in your time zone:</p>
      <ul className="tabular text-muted">
        {preview.next.map((at) => (
          <li key={at.getTime()}>{formatInstant(at)}</li>
        ))}
      </ul>
    </div>
  );
}
