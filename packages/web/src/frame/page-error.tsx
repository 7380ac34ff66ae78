import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorNotice } from "../components/error-notice.tsx";

/** In the place of a page that could not be shown. */
export const PageError = ({ error, reset }: ErrorComponentProps) => (
  <div className="mx-auto max-w-180 p-4">
    <ErrorNotice error={error} onRetry={reset} />
  </div>
);
