import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { manifests } from '@kushk/testing';
import { checkRest, checkSource, checkStructure, manifestSchema, parseManifestYaml } from './index.js';

const asSent = (manifest: unknown): unknown => JSON.parse(JSON.stringify(manifest));
const options = { production: true };

describe('one manifest, one verdict', () => {
  it('is the same for the text as YAML, the text as JSON, and the manifest as sent', () => {
    fc.assert(
      fc.property(manifests, (manifest) => {
        const sent = asSent(manifest);
        const verdict = [...checkStructure(sent, options), ...checkRest(sent, options)]
          .map(({ code, path, message }) => `${path} ${code} ${message}`)
          .sort();
        for (const text of [
          JSON.stringify(sent),
          JSON.stringify(sent, null, 2),
          stringify(sent, { version: '1.2', aliasDuplicateObjects: true }),
        ]) {
          expect(parseManifestYaml(text).manifest).toEqual(sent);
          const { problems } = checkSource(text, options);
          expect(problems.map(({ code, path, message }) => `${path} ${code} ${message}`).sort()).toEqual(verdict);
          expect(problems.filter(({ line, column }) => line === undefined || column === undefined)).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('says no whenever the published JSON Schema does, by any validator of JSON Schema', () => {
    const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(manifestSchema);
    const verdicts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(manifests, (manifest) => {
        const sent = asSent(manifest);
        const problems = [...checkStructure(sent, options), ...checkRest(sent, options)];
        const isValid = validate(sent);
        verdicts[isValid ? 'valid' : 'invalid'] += 1;
        if (!isValid) expect(problems).not.toEqual([]);
        const besides =
          /^(base_url_|scope_(missing|unused)|service_undeclared|rate_too_high|duplicate|schema_(?!version)|secret_|host_not_public|text_unsafe|key_forbidden)/;
        if (isValid) expect(problems.filter(({ code }) => !besides.test(code))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
    expect(verdicts.valid).toBeGreaterThan(20);
  });

  it('never takes what is told for the structure into the rest, and tells everything once', () => {
    fc.assert(
      fc.property(manifests, (manifest) => {
        const [structure, rest] = [checkStructure(manifest, options), checkRest(manifest, options)];
        const places = [...structure, ...rest].map(({ code, path }) => `${code} ${path}`);
        expect(new Set(places).size).toBe(places.length);
        expect(
          structure.every(({ stage }) => stage === 'submission') && rest.every(({ stage }) => stage === 'instance'),
        ).toBe(true);
        for (const { message, message_fa, hint } of [...structure, ...rest])
          expect(`${message} ${message_fa} ${hint ?? ''}`).not.toMatch(/\{\w+\}/);
      }),
      { numRuns: 300 },
    );
  });
});
