import type { History } from "../ports/git-host.ts";

/** Of a host whose repositories nobody asks about their past. */
export const openNoHistory = async (): Promise<History> => ({ isContinued: false, pages: nothing() });

async function* nothing(): AsyncGenerator<never> {}
