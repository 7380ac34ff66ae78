import type { Detail } from "./card-text.ts";
import { GroupText } from "./group-text.tsx";
import type { Card } from "./layers.ts";
import { RepositoryText } from "./repository-text.tsx";

export interface CardTextProps<T extends Card = Card> {
  card: T;
  detail: Detail;
  /** Of the card, which decides how its name is cut. */
  width?: number;
  isOrgNamed?: boolean;
  /** Beside or in sections, whether the cards of a column have room for a version. */
  hasVersion?: boolean;
}

/** What a card says: name, when, owner and figures. */
export const CardText = ({ card, ...others }: CardTextProps) =>
  card.kind === "group" ? <GroupText card={card} {...others} /> : <RepositoryText card={card} {...others} />;
