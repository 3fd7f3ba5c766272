/** The callers that the tests act as, each with its own credential. */
import { randomBytes } from 'node:crypto';
import { eventually } from '@kushk/testing';
import { system } from '../system/the-system.js';
import { bearerOf, clientOf, granted, verdict, type Client } from './client.js';

export const operator = bearerOf(`${system.hub}/operator/v1`, system.tokens.operator);
export const reviewer = bearerOf(`${system.hub}/operator/v1`, system.tokens.reviewer);
export const admin = bearerOf(`${system.instance}/instance/v1`, system.tokens.admin);
export const member = bearerOf(`${system.instance}/instance/v1`, system.tokens.member);
/** Administers the platform of the instance. Belongs to an organisation only if a test creates one. */
export const platform = bearerOf(`${system.instance}/instance/v1`, system.tokens.platform);
export const hubVisitor = clientOf(system.hub);
export const instanceVisitor = clientOf(system.instance);

/** All test files share one system, so each test creates its resources under unique names. */
export function unique(name: string): string {
  return `${name}${randomBytes(4).toString('hex')}`;
}

export interface Publisher {
  readonly id: string;
  readonly key: string;
  readonly api: Client;
}

export function publisherApi(key: string): Client {
  return bearerOf(`${system.hub}/developer/v1`, key);
}

/** Creates a publisher with one key. */
export async function newPublisher(name: string): Promise<Publisher> {
  const id = unique(`${name}-`);
  granted(await operator.post('/publishers', { id, name: `Publisher ${name}` }));
  const { secret } = granted(await operator.post(`/publishers/${id}/keys`, { label: 'test' }));
  return { id, key: secret, api: publisherApi(secret) };
}

/** Begins the review of `/releases/ID/VERSION`, which may still be on its way to the reviewers. */
export async function takeForReview(release: string): Promise<void> {
  await eventually(async () => verdict(await reviewer.post(`${release}/take`)) === '200');
}

/** A client of the plugin API of one installation. */
export function pluginApi(
  credentials: { readonly api_base: string; readonly token: string },
  headers: Readonly<Record<string, string>> = {},
): Client {
  return bearerOf(credentials.api_base, credentials.token, headers);
}
