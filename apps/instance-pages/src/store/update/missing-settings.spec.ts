import { describe, expect, it } from '@jest/globals';
import { missingSettings } from './missing-settings.js';

const region = { type: 'string' };
const schema = { type: 'object', properties: { region, tone: {}, 'a/b': {} }, additionalProperties: false };
const stored = { region: 5, tone: 'formal', old: true };

describe('the settings that an update asks for', () => {
  it('are those with a problem, and the others are kept', () => {
    expect(missingSettings(schema, stored, ['/region'])).toMatchObject({
      schema: { properties: { region } },
      stored: { region: 5 },
      others: { tone: 'formal', old: true },
    });
    expect(missingSettings(schema, stored, ['/a~1b/0'])?.schema?.['properties']).toEqual({ 'a/b': {} });
    expect(missingSettings(schema, stored, [])).toBeNull();
  });

  it('do not have what the new version refuses and no form shows', () => {
    expect(missingSettings(schema, stored, ['/old'])).toMatchObject({
      schema: { properties: {} },
      stored: {},
      others: { region: 5, tone: 'formal' },
    });
    expect(missingSettings(null, stored, ['/region', '/old'])).toEqual({ schema: null, stored: {}, others: {} });
  });

  it('are all of them when their problem is one of the whole', () => {
    expect(missingSettings(schema, stored, [''])).toEqual({ schema, stored, others: {} });
  });
});
