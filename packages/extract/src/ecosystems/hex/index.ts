import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { emptyFacts, read, type HexFacts } from "./read.ts";
import { LOCK_FILE, readLock, readRebarLock } from "./read-lock.ts";
import { APPLICATION, readApplication, readRebar, REBAR } from "./read-rebar.ts";
import { readTemplate, TEMPLATE } from "./read-template.ts";

const MANIFEST = /(?:^|\/)mix\.exs$/;

export const hex: Ecosystem<HexFacts> = {
  id: "hex",
  extensions: /^(?:exs|eex|lock|config|src|app)$/,
  claims: ({ path }) => [MANIFEST, TEMPLATE, LOCK_FILE, REBAR, APPLICATION].some((each) => each.test(path)),
  read: (file) => {
    if (LOCK_FILE.test(file.path)) {
      const lock = file.path.endsWith("rebar.lock") ? readRebarLock(file) : readLock(file.text);
      return { ...emptyFacts(), lock };
    }
    if (REBAR.test(file.path)) return readRebar(file);
    if (TEMPLATE.test(file.path)) return readTemplate(file);
    return APPLICATION.test(file.path) ? readApplication(file) : read(file);
  },
  link,
};
