import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { useState, type SyntheticEvent } from "react";
import { fieldErrors } from "../../api/field-errors.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { Misfit } from "../../components/misfit.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useNow } from "../../components/use-now.ts";
import { exactInstant } from "../../format/exact-instant.ts";
import { outlookOf, PRESETS } from "./schedule.ts";
import { useOrgChange } from "./use-org-change.ts";

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
      <Choice
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
      <Outlook schedule={schedule} />
      <Misfit error={save.error} fields={isOwn ? /^schedule$/u : /^$/u} />
      <div className="flex justify-end">
        <Button type="submit" busy={save.isPending} disabled={schedule === kept}>
          Save
        </Button>
      </div>
    </form>
  );
}

function Outlook({ schedule }: { schedule: string }) {
  const now = useNow();
  if (schedule === "") {
    return (
      <p className="text-13 text-muted">
        Scans run only when someone starts one or a webhook reports a push.
      </p>
    );
  }
  const outlook = outlookOf(schedule, now);
  if (!outlook) return <p className="text-13 text-muted">Enter a valid cron expression.</p>;
  return (
    <div className="text-13">
      <p className="font-medium">{outlook.words} (UTC)</p>
      <p className="mt-1 text-muted">Next runs in your time zone:</p>
      <ul className="tabular text-muted">
        {outlook.next.map((at) => (
          <li key={at.getTime()}>{exactInstant(at)}</li>
        ))}
      </ul>
    </div>
  );
}
