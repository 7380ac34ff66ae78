export interface SignInRequest {
  request: Request;
  /** The request's body, which is JSON. */
  body: unknown;
}

/** Answers below the sign-in's path; undefined where there is nothing. */
export type SignIn = (asked: SignInRequest) => Promise<Response | undefined>;
