import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "./columns.ts";

/** A user, in all workspaces. This table and the three below have the columns that better-auth needs. */
export const user = pgTable("user", {
  id: id(),
  name: text("name").notNull(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

const userId = () =>
  uuid("user_id")
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

/** Deleting the row ends the session at once. */
export const session = pgTable(
  "session",
  {
    id: id(),
    userId: userId(),
    /** First half of the cookie; the other half is its signature. */
    token: text("token").notNull().unique(),
    expiresAt: instant("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("session_user").on(table.userId)],
);

/** A sign-in method: a hashed password, or an account at GitHub or GitLab. */
export const account = pgTable(
  "account",
  {
    id: id(),
    userId: userId(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("account_user").on(table.userId)],
);

/** A token that an email link or an OAuth callback must present. */
export const verification = pgTable(
  "verification",
  {
    id: id(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("verification_identifier").on(table.identifier)],
);
