/**
 * Reads documents from an OCI registry with the account of the operator. The registry is the operator's; what it
 * stores is the publishers'. So everything that is read has a limit in bytes and a deadline, and the account is never
 * sent to a host that the configuration does not name, wherever a response points.
 */
import { createHash } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import type { ImageLocation } from './image-reference.js';
import { INDEX_TYPES, MANIFEST_TYPES } from './image-documents.js';
import { readChallenge } from './registry-challenge.js';
import { RegistryDocumentInvalid, RegistryUnavailable } from './registry-errors.js';

export interface RegistrySettings {
  /** `KUSHK_REGISTRY_URL`; empty: there is no registry, and nothing is read. */
  readonly url: string;
  readonly account: { readonly username: string; readonly password: string } | null;
  /** Other hosts (with port) that the registry may name: for its token service, and for its storage. */
  readonly otherHosts: readonly string[];
  /** Issues a token of this hub for a repository; null when the registry's tokens come from elsewhere. */
  readonly issueToken: ((repository: string) => Promise<string>) | null;
}

/** Manifests and configurations have some kilobytes; the distribution specification lets registries refuse 4 MiB. */
const DOCUMENT_MAX_BYTES = 1024 * 1024;
const TOKEN_MAX_BYTES = 64 * 1024;
const MAX_REDIRECTS = 3;
const CONNECT_TIMEOUT_MS = 3_000;
const MAX_CONNECTIONS = 16;
const UNAUTHORIZED = 401;
const ACCEPTED = [...INDEX_TYPES, ...MANIFEST_TYPES].join(', ');

type Headers = Readonly<Record<string, string>>;

/** Reads the documents of one image: the authorization is asked for once. */
export interface RegistryReader {
  /** Returns null when the registry does not have it. Rejects with one of the errors of registry-errors.ts. */
  manifest(digest: string): Promise<string | null>;
  blob(digest: string): Promise<string | null>;
}

export class RegistryClient implements OnApplicationShutdown {
  private readonly agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, connections: MAX_CONNECTIONS });

  constructor(private readonly settings: RegistrySettings) {}

  /** `signal` ends everything that the reader still waits for. */
  reader({ repository }: Pick<ImageLocation, 'repository'>, signal: AbortSignal): RegistryReader {
    let authorization = this.initialAuthorization(repository);
    const read = async (path: string, digest: string): Promise<string | null> => {
      const url = new URL(`/v2/${repository}/${path}/${digest}`, this.origin);
      let response = await this.get(url, { accept: ACCEPTED, ...(await authorization) }, signal);
      if (response.statusCode === UNAUTHORIZED) {
        await discard(response);
        authorization = this.answerChallenge(repository, response.headers['www-authenticate'], signal);
        response = await this.get(url, { accept: ACCEPTED, ...(await authorization) }, signal);
      }
      response = await this.followRedirects(response, url, signal);
      if (response.statusCode === 404) {
        await discard(response);
        return null;
      }
      if (response.statusCode !== 200) {
        await discard(response);
        throw new RegistryUnavailable(`the registry answered ${response.statusCode} for ${url.pathname}`);
      }
      return await documentIn(response, digest);
    };
    return {
      manifest: (digest) => read('manifests', digest),
      blob: (digest) => read('blobs', digest),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  /** Never read without a registry, when the URL is empty. */
  private get origin(): URL {
    return new URL(new URL(this.settings.url).origin);
  }

  private async initialAuthorization(repository: string): Promise<Headers> {
    const { issueToken } = this.settings;
    return issueToken === null ? {} : { authorization: `Bearer ${await issueToken(repository)}` };
  }

  private async answerChallenge(
    repository: string,
    header: string | readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<Headers> {
    const challenge = readChallenge(header);
    if (challenge === null) throw new RegistryUnavailable('the registry asks for an unknown kind of authentication');
    switch (challenge.scheme) {
      case 'basic':
        if (this.settings.account === null) throw new RegistryUnavailable('the registry needs an account');
        return this.basic();
      case 'bearer': {
        const url = this.allowed(challenge.realm, 'the token service');
        if (challenge.service !== null) url.searchParams.set('service', challenge.service);
        // What the registry asks for in its challenge is not repeated: it could be more than this client needs.
        url.searchParams.set('scope', `repository:${repository}:pull`);
        const response = await this.get(url, { accept: 'application/json', ...this.basic() }, signal);
        if (response.statusCode !== 200) {
          await discard(response);
          throw new RegistryUnavailable(`the token service of the registry answered ${response.statusCode}`);
        }
        return { authorization: `Bearer ${tokenIn((await bytesOf(response, TOKEN_MAX_BYTES)).toString('utf8'))}` };
      }
    }
  }

  private basic(): Headers {
    const { account } = this.settings;
    if (account === null) return {};
    const text = Buffer.from(`${account.username}:${account.password}`).toString('base64');
    return { authorization: `Basic ${text}` };
  }

  /** Storage of another host checks a signature in the address, so the authorization is never sent along. */
  private async followRedirects(
    first: Dispatcher.ResponseData,
    from: URL,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    let response = first;
    let base = from;
    for (let redirects = 0; [301, 302, 303, 307, 308].includes(response.statusCode); redirects += 1) {
      await discard(response);
      const { location } = response.headers;
      if (redirects === MAX_REDIRECTS || typeof location !== 'string' || !URL.canParse(location, base))
        throw new RegistryUnavailable('the registry redirects in a circle, or to no address');
      base = this.allowed(new URL(location, base), 'the storage');
      response = await this.get(base, {}, signal);
    }
    return response;
  }

  /** Throws for a host that is neither the registry's nor configured, and for plain HTTP unless the registry has it. */
  private allowed(url: URL, what: string): URL {
    const isKnown = url.origin === this.origin.origin || this.settings.otherHosts.includes(url.host);
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && this.origin.protocol === 'http:');
    if (isKnown && isSafe && url.username === '') return new URL(url);
    throw new RegistryUnavailable(
      `the registry names ${url.protocol}//${url.host} as ${what}, which KUSHK_REGISTRY_HOSTS does not list`,
    );
  }

  private async get(url: URL, headers: Headers, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    try {
      return await request(url, { dispatcher: this.agent, signal, headers: { ...headers, 'user-agent': 'Kushk/1' } });
    } catch (cause) {
      throw unanswered(url, cause);
    }
  }
}

async function documentIn(response: Dispatcher.ResponseData, digest: string): Promise<string> {
  const bytes = await bytesOf(response, DOCUMENT_MAX_BYTES);
  if (`sha256:${createHash('sha256').update(bytes).digest('hex')}` !== digest)
    throw new RegistryDocumentInvalid(`the registry sent other bytes than ${digest}`);
  return bytes.toString('utf8');
}

async function bytesOf({ body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new RegistryDocumentInvalid(`the registry sends more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof RegistryDocumentInvalid) throw error;
    throw new RegistryUnavailable('the registry did not finish its response', { cause: error });
  }
  return Buffer.concat(chunks);
}

/** Frees the connection. A body that is long or slow is not read to its end. */
async function discard({ body }: Dispatcher.ResponseData): Promise<void> {
  await body.dump({ limit: TOKEN_MAX_BYTES }).catch(() => undefined);
}

function tokenIn(text: string): string {
  try {
    const { token, access_token } = JSON.parse(text) as { readonly token?: unknown; readonly access_token?: unknown };
    const found = token ?? access_token;
    if (typeof found === 'string' && /^[A-Za-z0-9\-._~+/]+=*$/.test(found)) return found;
  } catch {
    // The error below says it.
  }
  throw new RegistryUnavailable('the token service of the registry sent no token');
}

function unanswered({ host }: URL, cause: unknown): RegistryUnavailable {
  return new RegistryUnavailable(`${host} does not answer`, { cause });
}
