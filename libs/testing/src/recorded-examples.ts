/**
 * What tests send and receive, for the examples of the OpenAPI documents (CONTRIBUTING.md): one line of JSON each, in
 * the file that `KUSHK_RECORD_EXAMPLES` names.
 */
import { appendFileSync } from 'node:fs';

/** A request to an API and its response, or a call to a plugin. */
export interface RecordedExample {
  /** Upper case. */
  readonly method: string;
  /** The origin of the request; absent for a call to a plugin. */
  readonly origin?: string;
  /** Path and query as they were sent. */
  readonly path: string;
  /** The JSON that was sent; absent without a body. */
  readonly sent?: unknown;
  readonly status: number;
  /** The JSON that was received; absent without one. */
  readonly received?: unknown;
  /** The file of the test. */
  readonly test: string;
  /** When it was recorded, ISO 8601. */
  readonly at: string;
}

/** Jest's; there is none in a benchmark. */
const { expect } = globalThis as { readonly expect?: { getState(): { readonly testPath?: string } } };

export function recordExample(example: Omit<RecordedExample, 'test' | 'at'>): void {
  const file = process.env['KUSHK_RECORD_EXAMPLES'];
  if (file === undefined || example.status >= 300) return;
  const recorded: RecordedExample = {
    ...example,
    test: expect?.getState().testPath ?? '',
    at: new Date().toISOString(),
  };
  appendFileSync(file, `${JSON.stringify(recorded)}\n`);
}
