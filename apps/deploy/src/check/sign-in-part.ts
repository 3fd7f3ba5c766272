/** The sign-in provider: discovery, issuer and keys. */
import { problemAndAdvice, signInAdvice } from './advice.js';
import { ok, wrong, type Finding, type Part } from './finding.js';
import type { StoredDeployment } from '../folder/stored-deployment.js';

const timeoutMs = 5_000;

export function signInPart({ answers }: StoredDeployment): Part {
  return { about: 'sign-in', find: () => findProvider(answers['sign_in.issuer']) };
}

async function findProvider(issuer: string): Promise<readonly Finding[]> {
  const about = `sign-in ${issuer}`;
  const discovery = await document(`${issuer}/.well-known/openid-configuration`);
  if (typeof discovery === 'string') return [wrong(about, discovery)];
  const { issuer: named, jwks_uri: keysUrl, authorization_endpoint: page } = discovery;
  if (named !== issuer)
    return [wrong(about, `the provider calls itself ${String(named)}: write exactly that as sign_in.issuer`)];
  if (typeof keysUrl !== 'string' || typeof page !== 'string')
    return [wrong(about, 'its discovery has no jwks_uri or authorization_endpoint: it is no OpenID provider')];
  const insecure = [keysUrl, page].find((url) => !url.startsWith('https://'));
  if (insecure !== undefined) return [wrong(about, `${insecure} is not https: correct the provider`)];
  const keys = await document(keysUrl);
  if (typeof keys === 'string') return [wrong(about, `its keys at ${keysUrl}: ${keys}`)];
  if (!Array.isArray(keys['keys']) || keys['keys'].length === 0)
    return [wrong(about, `${keysUrl} has no keys: no access token could be verified`)];
  return [ok(about, `${keys['keys'].length} keys`)];
}

/** The JSON at an address, or why there is none. */
async function document(url: string): Promise<Readonly<Record<string, unknown>> | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!response.ok) return `${url} answers ${response.status}; correct sign_in.issuer, or the provider`;
    const content: unknown = await response.json();
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : `${url} is no JSON`;
  } catch (error) {
    return error instanceof SyntaxError ? `${url} is no JSON` : problemAndAdvice(error, signInAdvice);
  }
}
