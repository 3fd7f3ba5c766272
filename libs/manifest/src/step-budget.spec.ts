import { describe, expect, it } from '@jest/globals';
import { costlyManifests, costlySchemas, costlyYaml } from '../test/costly-cases.js';
import { boundedSchema } from './bounded-schema.js';
import { checkContent, checkStructure } from './check.js';
import { StepBudget } from './step-budget.js';
import { parseManifestYaml } from './yaml.js';

const FEW_STEPS = 10_000;

/** `npm run proof -- step-budget` measures the processor time that the whole budget takes for each of the cases. */
describe('a budget of steps', () => {
  it.each(costlySchemas)('is charged by %s', (_what, schema, value) => {
    const budget = new StepBudget(FEW_STEPS);
    expect(boundedSchema(schema).findings(value, '/at', { budget })).toEqual([{ path: '/at', code: 'too_expensive' }]);
  });

  it.each(costlyManifests.slice(0, 1))('ends the check of a manifest with %s', (_what, manifest) => {
    expect(() => [...checkStructure(manifest, { production: true }), ...checkContent(manifest)]).not.toThrow();
  });

  it.each(costlyYaml.slice(0, 1))('ends the parsing of YAML with %s', (_what, text) => {
    expect(() => parseManifestYaml(text)).not.toThrow();
  });
});
