import { describe, expect, it } from '@jest/globals';
import { persian } from '../../libs/ui/src/aria-texts-fa.js';

describe("React Aria's Persian texts", () => {
  it('have the keys of the English ones', async () => {
    // Its types declare no default export, which it has. Other folders than libs/ui do not depend on the package.
    const english = ((await import('../../node_modules/react-aria-components/i18n/en-US.mjs')) as { default: object })
      .default as Readonly<Record<string, object>>;
    for (const [part, texts] of Object.entries(persian))
      expect({ part, keys: Object.keys(texts).sort() }).toEqual({ part, keys: Object.keys(english[part]!).sort() });
  });
});
