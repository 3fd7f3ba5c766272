import { describe, expect, it } from '@jest/globals';
import { similarName } from './suggestion.js';

describe('the name that was probably meant', () => {
  it.each([
    ['minLenght', ['minLength', 'maxLength'], 'minLength'],
    ['record.own', ['records.own', 'cases.read'], 'records.own'],
    ['tool', ['tools', 'names'], 'tools'],
    ['Base_url', ['base_url'], 'base_url'],
    ['external ', ['external', 'instance'], 'external'],
    ['colour', ['kind', 'names'], null],
    ['ui', ['id', 'kind'], null],
    ['', ['id'], null],
  ])('%j among %j is %j', (given, known, expected) => {
    expect(similarName(given, known)).toBe(expected);
  });
});
