import { describe, expect, it } from '@jest/globals';
import { fieldsOf, ruleOf } from './schema-rows.js';

describe('the rules of fields', () => {
  const properties = {
    key: { type: 'string', maxLength: 64 },
    text: { type: 'string', minLength: 1, maxLength: 2000 },
    tools: { type: 'array', minItems: 1 },
    port: { type: 'integer', minimum: 1, maximum: 65535 },
  };
  const rows = fieldsOf({ type: 'object', properties }, () => ({}));

  it('are words and digits of the language', () => {
    expect(rows.map(({ schema }) => ruleOf(schema, 'en'))).toEqual([
      '≤ 64 chars',
      '1–2000 chars',
      '≥ 1 items',
      '1–65535',
    ]);
    expect(rows.map(({ schema }) => ruleOf(schema, 'fa'))).toEqual([
      'حداکثر ۶۴ نویسه',
      '۱ تا ۲۰۰۰ نویسه',
      'دست‌کم ۱ مورد',
      '۱ تا ۶۵۵۳۵',
    ]);
  });
});
