/** A command line for each operation, from its example (`x-codeSamples`, which Redoc and other viewers show). */
import type { Example } from './recorded-examples.js';

type Json = Record<string, unknown>;

/** What a reader sets once: where the API is, by the prefix of its paths. */
const variables: readonly (readonly [prefix: RegExp, variable: string])[] = [
  [/^\/i\/[^/]+\/plugin\/v1/, '$api_base'],
  [/^(?=\/instance\/)/, '$platform'],
  [/^/, '$hub'],
];

interface Request {
  /** Upper case. */
  readonly method: string;
  readonly needsCredential: boolean;
  readonly needsIdempotencyKey: boolean;
}

/** Returns the value of `x-codeSamples`: one sample for a POSIX shell. */
export function codeSamples(example: Example, request: Request): readonly Json[] {
  return [{ lang: 'Shell', label: 'curl', source: curl(example, request) }];
}

function curl({ path, sent }: Example, { method, needsCredential, needsIdempotencyKey }: Request): string {
  const [prefix, variable] = variables.find(([pattern]) => pattern.test(path)) ?? [/^/, '$hub'];
  const isPlain = method === (sent === undefined ? 'GET' : 'POST');
  return [
    `curl ${isPlain ? '' : `-X ${method} `}"${path.replace(prefix, variable)}"`,
    ...(needsCredential ? ['-H "Authorization: Bearer $token"'] : []),
    ...(needsIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(sent === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(sent, null, 2))}`]),
  ].join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
