import { HostBusyError } from "@knockon/core/ports/git-host";
import type { HttpResponse } from "./guarded-http.ts";

/** No honest limit lasts longer; a host does not put a scan off for ever. */
const MAX_REST_SECONDS = 2 * 60 * 60;
/** Where the host does not say how long. */
const USUAL_REST_SECONDS = 60;

type Headers = HttpResponse["headers"];

/**
 * When the host takes requests again: after `Retry-After` (seconds or a date), else when the window of its limit
 * ends, by the host's own clock, else in a minute.
 */
export function busyUntil(headers: Headers, resetHeader: string, now = Date.now()): HostBusyError {
  const hostNow = Date.parse(headers.date ?? "") || now;
  const seconds =
    secondsOf(headers["retry-after"], hostNow) ??
    secondsUntil(Number(headers[resetHeader]) * 1000, hostNow) ??
    USUAL_REST_SECONDS;
  return new HostBusyError(new Date(now + Math.min(Math.max(seconds, 1), MAX_REST_SECONDS) * 1000));
}

function secondsOf(text: string | undefined, hostNow: number): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : secondsUntil(Date.parse(text), hostNow);
}

const secondsUntil = (instant: number, hostNow: number): number | undefined =>
  Number.isNaN(instant) ? undefined : Math.ceil((instant - hostNow) / 1000);
