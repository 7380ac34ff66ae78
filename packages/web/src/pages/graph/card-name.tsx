import { type Detail, isTall } from "./card-text.ts";
import { INLINE_CARD } from "./sizes.ts";
import { cx } from "../../components/dom.ts";
import { END, TruncatedName } from "../../components/text.tsx";

interface CardNameProps {
  /** The organization, which is never left out: a long name is cut instead. */
  prefix?: string;
  text: string;
  /** Words after the name. */
  suffix?: string;
  /** Whether it is the name of a person, or words. */
  isPerson?: boolean;
  detail: Detail;
  /** The width of the card. */
  width: number;
  /** The width of a button in the corner. */
  control?: number;
  /** The lines that it may take, in a narrow card below its organization. */
  lines?: 1 | 2;
  /** In sections, so that more names with their organization are whole. */
  isSmall?: boolean;
  /** Whether its start tells it from others, so that it loses its end. */
  isStartUnique?: boolean;
}

/** A name, in a narrow card below its organization. What is longer loses something in its middle. */
export function CardName({
  prefix = "",
  text,
  suffix = "",
  isPerson = false,
  detail,
  width,
  control = 0,
  isSmall = false,
  isStartUnique = false,
  lines = 1,
}: CardNameProps) {
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
  if (!isTall(detail))
    return (
      <span style={{ paddingRight: control }} className="flex min-w-0 items-baseline">
        {prefix !== "" && (
          <span className={cx("shrink-0 font-mono", isSmall ? "text-12" : "text-13")}>{gray}</span>
        )}
        {lines === 2 ? (
          <span
            title={text}
            className={cx(
              "line-clamp-2 font-mono wrap-anywhere",
              detail === "list" ? "text-13/4" : "text-12/3.5",
            )}
          >
            {text}
          </span>
        ) : (
          <TruncatedName
            text={text}
            small={isSmall}
            {...(isStartUnique ? { whole: Infinity } : { end: END })}
          />
        )}
        {words}
      </span>
    );
  const isAbove = prefix !== "" && width < INLINE_CARD;
  return (
    <span
      title={prefix + text}
      className={cx("flex min-w-0", isAbove ? "flex-col text-12/3.5" : "text-12/4")}
    >
      {prefix !== "" && (
        <span style={{ paddingRight: isAbove ? control : 0 }} className="shrink-0 truncate font-mono">
          {gray}
        </span>
      )}
      {/* The button is beside the first line. */}
      <span style={{ paddingRight: isAbove ? 0 : control }} className="flex min-w-0">
        {isAbove && lines === 2 ? (
          <span className="line-clamp-2 font-mono wrap-anywhere">{text}</span>
        ) : (
          <TruncatedName
            text={text}
            small
            {...(isStartUnique && width < INLINE_CARD && { whole: Infinity })}
          />
        )}
      </span>
    </span>
  );
}
