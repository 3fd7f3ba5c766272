/** What an example with a defect asks of the API beside the effect of an outcome. */
import type { ExampleEvent } from './example-state.js';
import type { Has } from './signatures.js';

interface FurtherRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

/** Null without such a defect, and for an event of another type. */
export function furtherRequest({ id, data }: ExampleEvent, has: Has): FurtherRequest | null {
  if (data.external_id === undefined) return null;
  const proposal = (external_id: string, changed: object = {}): FurtherRequest => ({
    method: 'POST',
    path: '/proposals',
    body: { external_id, record_type: 'case', action: 'create', changes: { title: 'New' }, summary: 'S', ...changed },
  });
  const named = `${id}-more`;
  if (has('proposes again for an older revision')) return proposal(`${data.external_id}.${data.revision}`);
  if (has('proposes a field that no case has')) return proposal(named, { changes: { title: 'New', due: 'soon' } });
  if (has('proposes a record of its own')) return proposal(named, { record_type: 'note' });
  if (has('proposes a number for a title')) return proposal(named, { changes: { title: 7 } });
  if (has('proposes without a summary')) return proposal(named, { summary: undefined });
  if (has('makes a key of characters that no key has')) return { ...proposal(named), idempotencyKey: `event ${id}` };
  if (has('stores a text where its schema has a number'))
    return { method: 'PUT', path: `/records/note/${named}`, body: { data: { revision: 'second' } } };
  if (has('reads only the first page of the cases')) return { method: 'GET', path: '/platform/cases' };
  return null;
}
