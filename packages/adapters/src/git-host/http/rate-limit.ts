import { HostBusyError } from "@knockon/core/ports/git-host";
import type { HttpResponse } from "./guarded-http.ts";

/** Upper bound for waits, so that a host cannot delay a scan forever. */
const MAX_WAIT_SECONDS = 2 * 60 * 60;
/** Used if the host does not say how long to wait. */
const DEFAULT_WAIT_SECONDS = 60;

type Headers = HttpResponse["headers"];

/**
 * Returns the time at which the host accepts requests again: from `Retry-After`, else from the reset header, else in a
 * minute. Uses the host's clock.
 */
export function busyUntil(headers: Headers, resetHeader: string, now = Date.now()): HostBusyError {
  const hostNow = Date.parse(headers.date ?? "") || now;
  const seconds =
    secondsOf(headers["retry-after"], hostNow) ??
    secondsUntil(Number(headers[resetHeader]) * 1000, hostNow) ??
    DEFAULT_WAIT_SECONDS;
  return new HostBusyError(new Date(now + Math.min(Math.max(seconds, 1), MAX_WAIT_SECONDS) * 1000));
}

function secondsOf(text: string | undefined, hostNow: number): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : secondsUntil(Date.parse(text), hostNow);
}

const secondsUntil = (instant: number, hostNow: number): number | undefined =>
  Number.isNaN(instant) ? undefined : Math.ceil((instant - hostNow) / 1000);
