import { describe, expect, it } from '@jest/globals';
import { textsOf, type CompiledTexts, type TextKey } from '../../../libs/ui/src/texts/texts.js';
import { nested } from './texts-plugin.js';

describe('the texts that a page loads', () => {
  it('are found by their whole keys, also by one that is the start of others', () => {
    const texts = { 'a.b': 'one', 'a.b.c': 'two', 'a.b.c.d': ['three'], 'a.d': 'four', e: 'five' };
    const { t } = textsOf('en', nested(texts) as CompiledTexts);
    expect(Object.keys(texts).map((key) => t(key as TextKey))).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(t('a' as TextKey)).toBe('a');
  });
});
