/** The version of package.json. A spec compares the two. */
export const VERSION = '0.1.0';
