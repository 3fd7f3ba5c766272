import { describe, expect, it } from '@jest/globals';
import { persian } from '../../../libs/ui/src/aria-texts-fa.js';

/** The package declares no types for it. Other folders than libs/ui do not depend on the package. */
const ENGLISH: string = '../../../node_modules/react-aria-components/i18n/en-US.mjs';

describe("React Aria's Persian texts", () => {
  it('have the keys of the English ones', async () => {
    const english = ((await import(ENGLISH)) as { default: object }).default as Readonly<Record<string, object>>;
    for (const [part, texts] of Object.entries(persian))
      expect({ part, keys: Object.keys(texts).sort() }).toEqual({ part, keys: Object.keys(english[part]!).sort() });
  });
});
