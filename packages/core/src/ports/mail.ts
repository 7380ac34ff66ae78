export interface Mail {
  to: string;
  subject: string;
  /** Plain text. A link has its own line. */
  text: string;
}

/** Resolves once the mail is accepted for delivery. */
export type SendMail = (mail: Mail) => Promise<void>;
