import { describe, expect, it } from '@jest/globals';
import { Refused } from '@kushk/edge';
import { sourceBody } from './source.dto.js';

const valid = {
  external_id: 'scan-1',
  kind: 'document',
  title: 'Scan',
  content_type: 'text/plain',
  content: '',
  content_encoding: 'utf-8',
  occurred_at: '2026-11-20T11:30:00+03:30',
};

function problemsOf(value: unknown): readonly string[] {
  try {
    sourceBody.read(value);
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return (error.params['problems'] as readonly { path: string; code: string }[]).map(
      ({ path, code }) => `${path} ${code}`,
    );
  }
}

describe('the body of a source', () => {
  it('is accepted with a media type in any case', () => {
    expect(problemsOf({ ...valid, content_type: 'Text/Plain; charset=utf-8' })).toEqual([]);
  });

  it('is refused with the problems of all its fields, one for each', () => {
    const wrong = {
      ...valid,
      kind: 'memo',
      title: 7,
      more: 1,
      content_type: 'image/svg+xml',
      occurred_at: 'yesterday',
    };
    expect(problemsOf(wrong).toSorted()).toEqual([
      '/content_type enum',
      '/kind enum',
      '/more unknown_field',
      '/occurred_at time',
      '/title type',
    ]);
    expect(problemsOf({ ...valid, content_type: undefined, occurred_at: 7 })).toHaveLength(2);
    expect(problemsOf([])).toHaveLength(1);
  });
});
