import { describe, expect, it } from '@jest/globals';
import type { Texts } from '../texts/texts.js';
import { scopeSentence } from './scope-sentence.js';

const sentenceOf = (proposals?: readonly unknown[]): string =>
  scopeSentence('proposals.case', ((key: string) => key) as Texts['t'], proposals);

describe('the sentence of a scope of proposals', () => {
  it('says whether the manifest creates or changes records, or both', () => {
    expect(sentenceOf([{ record_type: 'case', actions: ['create'] }])).toBe('scope.proposals.case.create');
    expect(sentenceOf([{ record_type: 'case', actions: ['update'] }])).toBe('scope.proposals.case.update');
    expect(sentenceOf([{ record_type: 'case', actions: ['update', 'create'] }])).toBe('scope.proposals.case');
    expect(sentenceOf([{ record_type: 'document', actions: ['create'] }])).toBe('scope.proposals.case');
  });

  it('names both where the manifest is unknown or malformed', () => {
    expect(sentenceOf()).toBe('scope.proposals.case');
    expect(sentenceOf([null, { record_type: 'case', actions: 'create' }])).toBe('scope.proposals.case');
  });
});
