/**
 * What tests send and receive, for the examples of the OpenAPI documents (CONTRIBUTING.md): one line of JSON each, in the
 * file that `KUSHK_RECORD_EXAMPLES` names.
 */
import { appendFileSync } from 'node:fs';
import { expect } from '@jest/globals';

/** A request to an API and its response, or a call to a plugin. */
export interface RecordedExample {
  /** `get /developer/v1/me`, with path parameters in braces; of a call to a plugin the name of its webhook. */
  readonly operation: string;
  /** Path and query as they were sent. */
  readonly path: string;
  /** The JSON that was sent; absent without a body. */
  readonly sent?: unknown;
  readonly status: number;
  /** The JSON that was received; absent without one. */
  readonly received?: unknown;
}

export function recordExample(example: RecordedExample): void {
  const file = process.env['KUSHK_RECORD_EXAMPLES'];
  if (file === undefined) return;
  const test = expect.getState().testPath ?? '';
  appendFileSync(file, `${JSON.stringify({ ...example, test, at: new Date().toISOString() })}\n`);
}
