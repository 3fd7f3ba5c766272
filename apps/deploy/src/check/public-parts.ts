/** What is reached by public addresses: the sign-in provider (discovery, issuer, keys), and of an instance its hub. */
import { connectionCause, connectionProblem } from '@kushk/runtime';
import { problemAndAdvice, signInAdvice } from './advice.js';
import { ok, wrong, type Finding, type Part } from './finding.js';
import { storedVariable, type StoredDeployment } from '../folder/stored-deployment.js';

const timeoutMs = 5_000;

export function signInPart({ answers }: StoredDeployment): Part {
  return { about: 'sign-in', find: () => findProvider(answers['sign_in.issuer']) };
}

/**
 * The public address of the hub, where plugins find the keys that sign their calls. This machine need not reach it, so
 * only an answer can be wrong, or a name that does not exist.
 */
export function hubPart(deployment: StoredDeployment): Part {
  const url = deployment.answers.hub_url;
  const about = `hub ${url}`;
  const find = async (): Promise<Finding> => {
    try {
      const response = await fetch(`${url}/.well-known/jwks.json`, { signal: AbortSignal.timeout(timeoutMs) });
      const { keys } = (await response.json().catch(() => ({}))) as { keys?: readonly { readonly kid?: string }[] };
      const pinned = storedVariable(deployment, 'installation', 'KUSHK_PINNED_HUB_KEYS') ?? '{"keys":[]}';
      const kids = (JSON.parse(pinned) as { keys: readonly { readonly kid: string }[] }).keys.map(({ kid }) => kid);
      return keys?.some(({ kid }) => kid !== undefined && kids.includes(kid))
        ? ok(about, 'has the keys of the registration')
        : wrong(about, 'it does not answer with the keys of the registration: correct hub_url');
    } catch (error) {
      return connectionCause(error) === 'unknownHost'
        ? wrong(about, 'the host name is not known: correct hub_url')
        : ok(about, `not reached from this machine (${connectionProblem(error)}); plugins must reach it`);
    }
  };
  return { about, find: async () => [await find()] };
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
