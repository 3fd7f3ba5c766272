import { describe, expect, it } from '@jest/globals';
import { byKey, type CompiledTexts } from '../../../libs/ui/src/texts/by-key.js';
import { nested } from './texts-plugin.js';

describe('the texts that a page loads', () => {
  it('are found by their whole keys, also by one that is the start of others', () => {
    const texts = { 'a.b': 'one', 'a.b.c': 'two', 'a.b.c.d': ['three'], 'a.d': 'four', e: 'five' };
    expect(Object.fromEntries(byKey(nested(texts) as CompiledTexts))).toEqual(texts);
  });
});
