import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inlineParts } from '@kushk/edge';
import { readingTools } from '../../../apps/gateway/src/plugin/mcp/reading-tools.js';
import { sdkTypes, type PluginApi } from './sdk-types.js';

const api = inlineParts(JSON.parse(readFileSync('docs/openapi/plugin.json', 'utf8')) as PluginApi);
const types = sdkTypes(api, readingTools);
const typeOf = (name: string): string => (types.split(` ${name} `)[1] ?? '').split('\nexport ')[0] ?? '';

describe('the types of the SDK', () => {
  it('name the types of the API where it uses them, and have its descriptions', () => {
    expect(typeOf('Hold')).toContain('readonly "wallet": Balance;');
    expect(types).toContain(
      '/** What `count` units of a service would cost now. `rate` is MU per unit. */\nexport interface Quote {',
    );
    expect(types).toContain('/** A hold in a list, which has no balance. */\nexport interface ListedHold {');
  });

  it('have values, optional fields, maps and events as the documents have them', () => {
    expect(typeOf('Hold')).toContain('readonly "status": "open" | "settled" | "released" | "expired";');
    expect(typeOf('NewHold')).toContain('readonly "ttl_seconds"?: number | null;');
    expect(typeOf('Wallet')).toContain('"services": Readonly<Record<string, string>>');
    expect(typeOf('EventData')).toContain('"plugin.plan.changed": {\nreadonly "plan": string | null;');
  });

  it('cannot be generated when the API lacks an operation that the SDK calls', () => {
    const { '/wallet/holds': _removed, ...paths } = api.paths;
    expect(() => sdkTypes({ ...api, paths }, readingTools)).toThrow('no schema for listHolds');
  });
});
