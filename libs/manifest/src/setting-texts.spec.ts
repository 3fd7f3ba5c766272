import { describe, expect, it } from '@jest/globals';
import { blockingProblems, checkContent } from './check.js';

const problemsOf = (member: object) =>
  blockingProblems(
    checkContent({ settings: { type: 'object', properties: { tone: { type: 'string', ...member } } } }),
  ).map(({ code, path, hint = '' }) => [code, path.replace('/settings/properties/tone/', ''), hint]);

describe('the translated texts of a setting', () => {
  it('are names and descriptions by language, and names of the values of its enumeration', () => {
    const texts = {
      'x-names': { en: 'Tone', fa: 'لحن' },
      'x-descriptions': { fa: 'لحن پیام‌هایی که برای مشتری می‌رود' },
      enum: ['formal', 'friendly'],
      'x-enum-names': { formal: { en: 'Formal', fa: 'رسمی' }, friendly: { fa: 'دوستانه' } },
    };
    expect(problemsOf(texts)).toEqual([]);
    expect(problemsOf({ enum: [1, null], 'x-enum-names': { 1: { fa: 'یک' }, null: { fa: 'هیچ' } } })).toEqual([]);
  });

  it.each([
    [{ 'x-names': 'Tone' }, 'type', 'x-names'],
    [{ 'x-names': {} }, 'empty', 'x-names'],
    [{ 'x-names': { persian: 'لحن' } }, 'language_invalid', 'x-names/persian'],
    [{ 'x-descriptions': { fa: ' ' } }, 'text_blank', 'x-descriptions/fa'],
    [{ 'x-names': { fa: 'ل'.repeat(201) } }, 'too_long', 'x-names/fa'],
    [{ enum: ['a'], 'x-enum-names': { a: 'الف' } }, 'type', 'x-enum-names/a'],
  ])('are rejected as %j', (member, code, path) => {
    expect(problemsOf(member).map(([found, at]) => [found, at])).toContainEqual([code, path]);
  });

  it('name only values that the setting can have, with the value that was meant', () => {
    expect(problemsOf({ enum: ['formal'], 'x-enum-names': { fromal: { fa: 'رسمی' } } })).toEqual([
      ['value_unknown', 'x-enum-names/fromal', 'did you mean formal?'],
    ]);
    expect(problemsOf({ 'x-enum-names': { a: { fa: 'الف' } } })).toHaveLength(1);
  });
});
