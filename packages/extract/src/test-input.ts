const TEST_FOLDER = /(?:^|\/)(?:__(?:fixtures|tests?)__|(?:test-?)?fixtures?|tests?|test-?(?:cases|data))\//;

/** Does the path lie in a folder of what tests read? Such files are made up, and some are broken on purpose. */
export const isTestInput = (path: string): boolean => TEST_FOLDER.test(path);
