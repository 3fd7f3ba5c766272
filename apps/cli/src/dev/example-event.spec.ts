import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@kushk/contracts';
import { EVENT_TYPES, validateAgainst } from '@kushk/manifest';
import { exampleEventData } from './example-event.js';

interface EventSchema {
  readonly properties?: { readonly type?: { readonly const?: string }; readonly data?: JsonObject };
}
const file = fileURLToPath(new URL('../../../../docs/openapi/plugin.json', import.meta.url));
const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly components: { readonly schemas: Readonly<Record<string, EventSchema>> };
};

describe('the example data of an event', () => {
  it.each(EVENT_TYPES)('of %s matches the type in the OpenAPI document, as an instance requires', (type) => {
    const event = Object.values(components.schemas).find(({ properties }) => properties?.type?.const === type);
    expect(validateAgainst(event?.properties?.data ?? { not: {} }, exampleEventData(type))).toEqual([]);
  });
});
