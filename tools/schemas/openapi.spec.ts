import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openapiDocuments } from '../map/routes.js';

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
interface Document {
  readonly info: object;
  readonly paths: Paths;
}

const documents = await openapiDocuments();
const names = [...documents.keys()];
const documentOf = (name: string) => documents.get(name) as Document;

async function lint(document: unknown): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ['recommended-strict'] }),
  });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe('an OpenAPI document', () => {
  it.each(names)("passes Redocly's strict rules without a warning: %s", async (name) => {
    expect(await lint(documentOf(name))).toEqual([]);
  });

  it("fails Redocly's strict rules without a licence", async () => {
    const { license: _license, ...info } = documentOf('developer').info as { license: object };
    expect(await lint({ ...documentOf('developer'), info })).toEqual([expect.stringContaining('info-license')]);
  });

  it.each(['developer', 'operator'])(
    'has a schema for every successful response and a problem document for every error: %s',
    (name) => {
      const { paths } = documentOf(name);
      for (const [path, methods] of Object.entries(paths)) {
        for (const [method, { responses }] of Object.entries(methods)) {
          const where = `${method} ${path}`;
          for (const [status, { content }] of Object.entries(responses)) {
            if (status === '204' || status === '304') expect([where, content]).toEqual([where, undefined]);
            else if (status < '300')
              expect([where, Object.keys(content?.['application/json']?.schema ?? {})]).not.toEqual([where, ['type']]);
            else
              expect([where, status, content?.['application/problem+json']?.schema]).toEqual([
                where,
                status,
                { $ref: '#/components/schemas/ProblemDocument' },
              ]);
          }
          expect(Object.keys(responses)).toEqual(
            expect.arrayContaining(['400', '401', '422', '429', '500', '503', 'default']),
          );
        }
      }
    },
  );
});
