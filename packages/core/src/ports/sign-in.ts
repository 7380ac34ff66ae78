export interface SignInRequest {
  request: Request;
  /** The parsed JSON body. */
  body: unknown;
}

/** Handles requests below the sign-in's base path. Returns undefined for an unknown path. */
export type SignIn = (asked: SignInRequest) => Promise<Response | undefined>;
