/** The identity token that the CI system of a job issues for it. */
import { EXIT } from './exit-codes.js';
import { Failure } from './failure.js';
import { phrase } from './phrase.js';

/** The variable that `id_tokens` of GitLab fills. */
export const TOKEN_VARIABLE = 'KUSHK_ID_TOKEN';
const TIMEOUT_MS = 10_000;
const SERVER_ERROR = 500;

/**
 * Where the token comes from: GitHub and Forgejo issue one for each request, GitLab one for each job.
 */
export type TokenSource =
  | { readonly kind: 'endpoint'; readonly url: string; readonly requestToken: string }
  | { readonly kind: 'variable'; readonly token: string };

/** Finds out where this job gets its token. Throws when no system offers one. */
export function tokenSource(environment: NodeJS.ProcessEnv = process.env): TokenSource {
  const read = (name: string): string => environment[name]?.trim() ?? '';
  const token = read(TOKEN_VARIABLE);
  if (token !== '') return { kind: 'variable', token };
  const [url, requestToken] = [read('ACTIONS_ID_TOKEN_REQUEST_URL'), read('ACTIONS_ID_TOKEN_REQUEST_TOKEN')];
  if (URL.canParse(url) && requestToken !== '') return { kind: 'endpoint', url, requestToken };
  throw new Failure(phrase`this job has no identity token, and --oidc uses no other credential`, {
    code: 'cli.identity_token_missing',
    exitCode: EXIT.credential,
    step: phrase`GitHub: give the job "permissions: id-token: write"; Forgejo: give it "enable-openid-connect: true"; GitLab: give it "id_tokens: ${TOKEN_VARIABLE}: aud:" with the address of the hub; on your own machine use KUSHK_PUBLISHER_KEY without --oidc`,
  });
}

/** Returns a token for this audience. That of a variable has the audience of the job's definition. */
export async function identityToken(source: TokenSource, audience: string): Promise<string> {
  if (source.kind === 'variable') return source.token;
  const url = new URL(source.url);
  url.searchParams.set('audience', audience);
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${source.requestToken}`, accept: 'application/json', 'user-agent': 'kushk-cli' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  const reply = (await response?.json().catch(() => null)) as { readonly value?: unknown } | null | undefined;
  if (response?.ok === true && typeof reply?.value === 'string') return reply.value;
  const isTemporary = response === null || response.status >= SERVER_ERROR;
  throw new Failure(
    response === null
      ? phrase`the CI system gave no identity token: ${url.host} did not reply`
      : phrase`the CI system gave no identity token (HTTP ${response.status})`,
    {
      code: 'cli.identity_token_refused',
      exitCode: isTemporary ? EXIT.unreachable : EXIT.credential,
      step: phrase`run the job again; if it fails again, compare its permission for identity tokens with the documents of the CI system`,
    },
  );
}

/** Some claims of a token, for messages; a claim that it does not have is "-". Nothing is verified. */
export function claimsForMessage(token: string): Readonly<Record<'iss' | 'aud' | 'sub', string>> {
  const claims = payloadOf(token);
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === 'string' ? value : value === undefined ? '-' : JSON.stringify(value);
  };
  return { iss: text('iss'), aud: text('aud'), sub: text('sub') };
}

/**
 * Whether two tokens of one job always differ. A token of Forgejo has no `jti`, so all that it issues to a job within a
 * second are the same.
 */
export function isUnique(token: string): boolean {
  return payloadOf(token)['jti'] !== undefined;
}

function payloadOf(token: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))) as Readonly<
      Record<string, unknown>
    >;
  } catch {
    return {};
  }
}
