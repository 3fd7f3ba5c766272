import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { exampleToolCall } from './tool-example.js';

const text = { type: 'string' };

describe('the call of a tool that can be copied', () => {
  it.each([
    ['leaves out an optional argument, which would be made up', { properties: { text } }, '{}'],
    ['has an optional argument with examples', { properties: { text: { examples: ['rent'] } } }, '{"text":"rent"}'],
    ['has a required argument', { properties: { text }, required: ['text'] }, '{"text":"example"}'],
  ])('%s', (_title, schema, args) => {
    const input_schema: JsonObject = { type: 'object', additionalProperties: false, ...schema };
    expect(exampleToolCall({ name: 'find', input_schema })).toBe(`kushk dev tool find '${args}'`);
  });

  it('has an optional argument that the schema wants all the same', () => {
    const input_schema = { type: 'object', properties: { text }, anyOf: [{ required: ['text'] }] };
    expect(exampleToolCall({ name: 'find', input_schema })).toBe(`kushk dev tool find '{"text":"example"}'`);
  });
});
