import { fieldErrors } from "../api/field-errors.ts";
import { ErrorNotice } from "./error-notice.tsx";

/** An error of a form whose fields show what is said of them: only what is said of none of those. */
export function Misfit({ error, fields }: { error: Error | null; fields: RegExp }) {
  if (error === null) return null;
  const places = [...fieldErrors(error).keys()];
  const isShown = places.length > 0 && places.every((place) => fields.test(place));
  return isShown ? null : <ErrorNotice error={error} />;
}
