import { describe, expect, it } from '@jest/globals';
import { inlineParts, shareParts } from './shared-parts.js';

const limit = { name: 'limit', in: 'query' };
const key = (required: boolean) => ({ name: 'Idempotency-Key', in: 'header', required });
const invalid = { description: '`request.invalid`: Not valid. `cursor.invalid`: Not valid' };
const ok = (type: string) => ({ description: 'OK', content: { [type]: {} } });
const paths = {
  '/a': {
    get: { operationId: 'a', parameters: [limit, key(true)], responses: { 200: ok('text/csv'), 422: invalid } },
    put: { parameters: [key(false)], responses: { 422: invalid } },
  },
  '/b': { get: { parameters: [limit, key(true), key(false)], responses: { 200: ok('text/html') } } },
};
const shared = shareParts(paths);

describe('the shared parts of an OpenAPI document', () => {
  it('are the parameters and responses that occur more than once, by parameter and by error codes', () => {
    expect(shared.responses).toEqual({ RequestInvalidCursorInvalid: invalid });
    expect(shared.parameters).toEqual({ IdempotencyKey: key(true), IdempotencyKey2: key(false), Limit: limit });
  });

  it('are referenced where they stood, and everything else stays in its operation', () => {
    const to = (name: string) => ({ $ref: `#/components/${name}` });
    expect(shared.paths['/a']!['get']).toEqual({
      operationId: 'a',
      parameters: [to('parameters/Limit'), to('parameters/IdempotencyKey')],
      responses: { 200: ok('text/csv'), 422: to('responses/RequestInvalidCursorInvalid') },
    });
  });

  it('return to their places without a difference', () => {
    const { paths: referencing, ...components } = shared;
    expect(inlineParts({ paths: referencing, components }).paths).toEqual(paths);
  });
});
