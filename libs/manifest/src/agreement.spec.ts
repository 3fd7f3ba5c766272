import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { manifests } from '@kushk/testing/manifest-generators';
import { checkContent, checkSource, checkStructure, manifestSchema, parseManifestYaml } from './index.js';

const asSent = (manifest: unknown): unknown => JSON.parse(JSON.stringify(manifest));
const options = { production: true };

describe('the checks of one manifest', () => {
  it('return the same problems for its YAML text, its JSON text and its JSON value', () => {
    fc.assert(
      fc.property(manifests, (manifest) => {
        const sent = asSent(manifest);
        const expected = [...checkStructure(sent, options), ...checkContent(sent, options)]
          .map(({ code, path, message }) => `${path} ${code} ${message}`)
          .sort();
        for (const text of [
          JSON.stringify(sent),
          JSON.stringify(sent, null, 2),
          stringify(sent, { version: '1.2', aliasDuplicateObjects: true }),
        ]) {
          expect(parseManifestYaml(text).manifest).toEqual(sent);
          const { problems } = checkSource(text, options);
          expect(problems.map(({ code, path, message }) => `${path} ${code} ${message}`).sort()).toEqual(expected);
          expect(problems.filter(({ line, column }) => line === undefined || column === undefined)).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reject every manifest that a plain JSON Schema validator rejects', () => {
    const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(manifestSchema);
    const counts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(manifests, (manifest) => {
        const sent = asSent(manifest);
        const problems = [...checkStructure(sent, options), ...checkContent(sent, options)];
        const isValid = validate(sent);
        counts[isValid ? 'valid' : 'invalid'] += 1;
        if (!isValid) expect(problems).not.toEqual([]);
        const beyondSchema =
          /^(base_url_|scope_(missing|unused)|service_undeclared|rate_too_high|rate_missing|plan_missing|panel_never_shown|name_repeated|example_invalid|duplicate|schema_(?!version)|secret_|host_not_public|text_unsafe|key_forbidden)/;
        if (isValid) expect(problems.filter(({ code }) => !beyondSchema.test(code))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    expect(counts.valid).toBeGreaterThan(20);
  });

  it('report each problem once, in the stage `submission` or in the stage `instance`', () => {
    fc.assert(
      fc.property(manifests, (manifest) => {
        const [structure, content] = [checkStructure(manifest, options), checkContent(manifest, options)];
        const reported = [...structure, ...content].map(({ code, path }) => `${code} ${path}`);
        expect(new Set(reported).size).toBe(reported.length);
        expect(
          structure.every(({ stage }) => stage === 'submission') && content.every(({ stage }) => stage === 'instance'),
        ).toBe(true);
        for (const { message, message_fa, hint } of [...structure, ...content])
          expect(`${message} ${message_fa} ${hint ?? ''}`).not.toMatch(/\{\w+\}/);
      }),
      { numRuns: 300 },
    );
  });
});
