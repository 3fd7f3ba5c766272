import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { listedTool } from './mcp-exchange.js';
import { readingTools } from './reading-tools.js';

const reference = readFileSync(new URL('../../../../../docs/reference/mcp.md', import.meta.url), 'utf8');
const MAX_TOKENS = 4_000;
/** The tokens of `o200k_base` have 4.1 characters of these schemas, those of `cl100k_base` 4.3. */
const CHARACTERS_PER_TOKEN = 4;
const KEYWORDS_OF_SCHEMAS = ['items', 'additionalProperties', 'anyOf'];

/** Every schema within a schema. */
function* schemasIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const one of value) yield* schemasIn(one);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const schema = value as Record<string, unknown>;
  yield schema;
  for (const keyword of KEYWORDS_OF_SCHEMAS) yield* schemasIn(schema[keyword]);
  yield* schemasIn(Object.values((schema['properties'] ?? {}) as object));
}

describe('the reading tools', () => {
  it('are those of the reference, with their scopes and arguments', () => {
    const rows = [...reference.matchAll(/^\| `(\w+)` +\| `([\w.*]+)` +\| ([^|]+?) +\|/gm)].map(
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

  it('take less than 4,000 tokens of a model for all scopes together', () => {
    const text = JSON.stringify({ tools: readingTools.map(listedTool) });
    expect(text.length / CHARACTERS_PER_TOKEN).toBeLessThan(MAX_TOKENS);
  });

  it.each(readingTools)('$name has schemas that clients with one type per schema understand', (tool) => {
    for (const schema of schemasIn([tool.inputSchema, listedTool(tool).outputSchema])) {
      expect(Object.keys(schema)).not.toContain('$ref');
      if (schema['anyOf'] === undefined) expect(schema['type']).toEqual(expect.any(String));
      if (schema['enum'] !== undefined) expect(schema['type']).toBe('string');
    }
  });
});
