import { type Detail, isTall } from "./card-text.ts";
import { cx } from "../../components/dom.ts";
import { TruncatedName } from "../../components/text.tsx";

/** Of the name in a narrow card. */
const CHARACTER = 7.25;

interface CardNameProps {
  /** The organization, which is never left out: a long name is cut instead. */
  prefix?: string;
  text: string;
  /** Words after the name. */
  suffix?: string;
  /** Whether it is the name of a person, or words. */
  isPerson?: boolean;
  detail: Detail;
  /** The width without padding and icon. */
  room: number;
}

/** A name of up to two lines in a narrow card. In others and if it is longer, something in its middle is left out. */
export function CardName({ prefix = "", text, suffix = "", isPerson = false, detail, room }: CardNameProps) {
  const fitting = Math.floor(room / CHARACTER);
  const gray = <span className="font-normal text-muted">{prefix}</span>;
  const words = suffix !== "" && (
    <span className="shrink-0 font-sans text-12 font-normal whitespace-pre text-muted">{suffix}</span>
  );
  if (isPerson)
    return (
      <>
        <span title={text + suffix} className="truncate text-13">
          {text}
        </span>
        {words}
      </>
    );
  // In sections, more names with their organization are whole.
  const isSmall = detail === "brief" && prefix !== "";
  if (!isTall(detail))
    return (
      <>
        {prefix !== "" && (
          <span className={cx("shrink-0 font-mono", isSmall ? "text-12" : "text-13")}>{gray}</span>
        )}
        <TruncatedName text={text} small={isSmall} />
        {words}
      </>
    );
  const isSplit = prefix.length + text.length > 2 * fitting - 6 || prefix.length > fitting;
  if (isSplit && prefix !== "")
    return (
      <span className="flex min-w-0 flex-col text-12/3.5">
        <span className="truncate font-mono">{gray}</span>
        <TruncatedName text={text} small />
      </span>
    );
  if (text.length + suffix.length > 2 * fitting - 2)
    return (
      <>
        <TruncatedName text={text} small />
        {words}
      </>
    );
  return (
    <span title={prefix + text + suffix} className="line-clamp-2 font-mono text-12/3.5 wrap-anywhere">
      {gray}
      <wbr />
      {text}
      {suffix !== "" && <span className="font-sans font-normal text-muted">{suffix}</span>}
    </span>
  );
}
