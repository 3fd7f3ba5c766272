import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readingTools } from './reading-tools.js';

const reference = readFileSync(new URL('../../../../../docs/reference/mcp.md', import.meta.url), 'utf8');

describe('the reading tools', () => {
  it('are those of the reference, with their scopes and arguments', () => {
    const rows = [...reference.matchAll(/^\| `(\w+)` +\| `([\w.]+)` +\| ([^|]+?) +\|/gm)].map(
      ([, name, scope, given = '']) => [name, scope, [...given.matchAll(/`(\w+\??)`/g)].map(([, one]) => one)],
    );
    const ofLists = new Set(['limit', 'cursor']);
    expect(rows).toEqual(
      readingTools.map(({ name, scope, inputSchema }) => {
        const { properties, required = [] } = inputSchema as {
          properties: Record<string, object>;
          required?: readonly string[];
        };
        const own = Object.keys(properties).filter((one) => !('limit' in properties) || !ofLists.has(one));
        return [name, scope, own.map((one) => (required.includes(one) ? one : `${one}?`))];
      }),
    );
  });
});
