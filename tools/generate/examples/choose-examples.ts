/** Chooses an example for each operation and each call to a plugin from what the tests recorded. Pure. */
import { webhookOf, type RecordedExample } from '@kushk/testing';
import type { Example } from '../../../apps/gateway/src/openapi/recorded-examples.js';
import { neutralText } from './neutral-text.js';

interface Found {
  /** `get /developer/v1/me`, with path parameters in braces; of a call to a plugin the name of its webhook. */
  readonly operation: string;
  readonly recording: RecordedExample;
}

const ofHub = / \/(developer|portal|operator)\//;
const largestBytes = 4_000;
const longestList = 2;
/** Tests tell stories, the others try what is unusual. Earlier ones are preferred. */
const tests = [/\/journeys\//, /\/(plugin|publisher|operator|instance)\//, /./, /\/(tenants|fuzz|hostile|broken)\//];

/** `operations`: those of the OpenAPI documents. Returns the example of each that was recorded, by operation. */
export function chooseExamples(
  recordings: readonly RecordedExample[],
  operations: readonly string[],
): ReadonlyMap<string, Example> {
  const operationOf = finder(operations);
  const all = recordings.flatMap((recording): Found[] => {
    const operation = operationOf(recording);
    return operation === undefined ? [] : [{ operation, recording: shortened(recording) }];
  });
  const origins = new Map(
    all.flatMap(({ operation, recording: { origin } }) =>
      origin === undefined
        ? []
        : [[origin, ofHub.test(operation) ? 'https://hub.example' : 'https://platform.example']],
    ),
  );
  const best = new Map<string, RecordedExample>();
  for (const { operation, recording } of all) {
    const other = best.get(operation);
    if (other === undefined || compare(recording, other) < 0) best.set(operation, recording);
  }
  const neutral = ({ path, sent, status, received, at }: RecordedExample): Example =>
    JSON.parse(neutralText(JSON.stringify({ path, sent, status, received }), new Date(at), origins)) as Example;
  return new Map([...best].map(([operation, recording]) => [operation, neutral(recording)]));
}

/** Finds the operation of a request; fixed parts of a path come before parameters. */
function finder(operations: readonly string[]): (recording: RecordedExample) => string | undefined {
  const patterns = [...operations]
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map(
      (operation) =>
        [operation, new RegExp(`^${operation.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)] as const,
    );
  return ({ method, origin, path, sent }) => {
    if (origin === undefined) return webhookOf({ path, json: sent as Record<string, unknown> });
    const request = `${method.toLowerCase()} ${path.split('?', 1)[0] ?? ''}`;
    return patterns.find(([, pattern]) => pattern.test(request))?.[0];
  };
}

/** Lists show that there are several, not all. */
function shortened(recording: RecordedExample): RecordedExample {
  const { received } = recording;
  if (typeof received !== 'object' || received === null || Array.isArray(received)) return recording;
  const short = Object.entries(received).map(([name, value]) =>
    Array.isArray(value) ? [name, (value as unknown[]).slice(0, longestList)] : [name, value],
  );
  return { ...recording, received: Object.fromEntries(short) as unknown };
}

/** Below zero when the first is the better example: from a better test, not too long, and with more values. */
function compare(one: RecordedExample, other: RecordedExample): number {
  const rankOf = ({ test }: RecordedExample): number => {
    const last = tests.length - 1;
    return tests[last]?.test(test) === true ? last : tests.findIndex((pattern) => pattern.test(test));
  };
  const isLong = ({ sent, received }: RecordedExample): number =>
    JSON.stringify([sent, received]).length > largestBytes ? 1 : 0;
  return (
    isLong(one) - isLong(other) ||
    rankOf(one) - rankOf(other) ||
    valuesIn([other.sent, other.received]) - valuesIn([one.sent, one.received])
  );
}

/** How many values are not empty. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return value === null || value === undefined || value === '' ? 0 : 1;
  return Object.values(value).reduce<number>((sum, item) => sum + valuesIn(item), 0);
}
