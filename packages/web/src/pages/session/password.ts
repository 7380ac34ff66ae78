/** As the service asks for. */
export const MIN_PASSWORD_LENGTH = 12;
