export interface Mail {
  to: string;
  subject: string;
  /** Plain text; a link stands on a line of its own. */
  text: string;
}

/** Resolves once the mail is accepted for delivery. */
export type SendMail = (mail: Mail) => Promise<void>;
