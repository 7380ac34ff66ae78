import { isVisible, UNPRINTABLE_IN_NAMES } from "@knockon/contract/resources/fields";

/** Limits of a user's profile, in characters. */
export const MAX_PROFILE_NAME_LENGTH = 100;
export const MAX_PROFILE_IMAGE_LENGTH = 2000;

/** Whether a value is a name that is printed in one line. */
export const isProfileName = (name: unknown): boolean =>
  typeof name === "string" &&
  isVisible(name) &&
  name.length <= MAX_PROFILE_NAME_LENGTH &&
  name.search(UNPRINTABLE_IN_NAMES) < 0;

/** Whether a value is the https URL of an image. */
export const isProfileImage = (image: unknown): image is string =>
  typeof image === "string" &&
  image.length <= MAX_PROFILE_IMAGE_LENGTH &&
  image.search(UNPRINTABLE_IN_NAMES) < 0 &&
  URL.parse(image)?.protocol === "https:";

/** Returns the profile of an identity provider within the same limits. */
export const cleanProfile = ({ name, image }: { name: string; image?: string | null | undefined }) => ({
  name: name
    .replace(UNPRINTABLE_IN_NAMES, "")
    .slice(0, MAX_PROFILE_NAME_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, ""),
  image: isProfileImage(image) ? image : null,
});
