const PACKAGE_NAME = /^[a-z\d](?:[\w.-]*[a-z\d])?$/i;

export const isPackageName = (text: string): boolean => PACKAGE_NAME.test(text);

/** PEP 503: `Acme_Core`, `acme.core` and `acme-core` are one package. */
export const normalizeName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, "-");
