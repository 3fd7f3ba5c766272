import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { PROPOSED_FIELDS } from './request-schemas.generated.js';

const page = readFileSync(new URL('../../../../docs/reference/records-and-proposals.md', import.meta.url), 'utf8');

it('the table of what can be proposed has every record type, action and field', () => {
  const rows = Object.keys(PROPOSED_FIELDS).map((type) => {
    const [, shownActions = '', fields = ''] =
      new RegExp(`^\\| \`${type}\`[ |]+([^|]+)\\|([^|]+)\\|$`, 'm').exec(page) ?? [];
    const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
    return [type, names(shownActions, /`(\w+)`/g), names(fields, /`(\w+)`/g), names(fields, /\*\*`(\w+)`\*\*/g)];
  });
  expect(rows).toEqual(
    Object.entries(PROPOSED_FIELDS).map(([type, actions]) => {
      const { properties = {}, required = [] } = actions['create'] as { properties?: object; required?: string[] };
      return [type, Object.keys(actions), Object.keys(properties), required];
    }),
  );
});
