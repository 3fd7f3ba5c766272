import { BridgeError } from './bridge-error.js';

type GetHandle = (options: { readonly fresh: boolean }) => Promise<string>;

/**
 * Calls the plugin API. The handle goes to the API of this installation and nowhere else: a path that leaves it is
 * rejected, and redirects are not followed. A 401 is tried once more with a fresh handle, unless the body is a stream.
 */
export async function fetchApi(
  apiBase: string,
  getHandle: GetHandle,
  { path, init = {} }: { readonly path: string; readonly init?: RequestInit | undefined },
): Promise<Response> {
  const url = urlOf(apiBase, path);
  const send = async (fresh: boolean): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${await getHandle({ fresh })}`);
    return fetch(url, { ...init, headers, credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' });
  };
  const response = await send(false);
  return response.status === 401 && !(init.body instanceof ReadableStream) ? send(true) : response;
}

function urlOf(apiBase: string, path: unknown): string {
  const base = new URL(`${apiBase}/`);
  if (typeof path === 'string' && path.startsWith('/')) {
    const { href } = new URL(apiBase + path);
    if (href.startsWith(base.href)) return href;
  }
  throw new BridgeError('bad_params', { problems: ['path'] });
}
