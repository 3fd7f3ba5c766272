/** The hub's part of the demo: publishers with keys, the registered instance, and the published sample plugin. */
import { accounts, subjectOf } from '../sign-in/accounts.js';
import { apiClient, nullOn, pollUntil, requestTimeoutMs, type Api } from './api.js';
import { readState, updateState } from './seed-state.js';

const reviewTimeoutMs = 30_000;

interface Release {
  readonly status: string;
}
export interface Manifest {
  readonly id: string;
  readonly version: string;
  readonly base_url?: string;
  readonly scopes?: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

interface PublisherKeyOptions {
  readonly hubUrl: string;
  readonly operator: Api;
  readonly publisher: { readonly id: string; readonly name: string };
  readonly statePath: string;
}

/** Creates the publisher if it does not exist, and returns a valid publisher key. */
export async function publisherKey({ hubUrl, operator, publisher, statePath }: PublisherKeyOptions): Promise<string> {
  await nullOn(operator.post('/publishers', publisher), 'catalogue.publisher_exists');
  const { keys } = readState(statePath);
  const stored = keys[publisher.id];
  if (stored && (await nullOn(apiClient(`${hubUrl}/developer/v1`, stored).get('/me'), 401))) return stored;
  const issued = await operator.post<{ secret: string }>(`/publishers/${publisher.id}/keys`, {
    label: 'local development',
  });
  updateState(statePath, { keys: { ...keys, [publisher.id]: issued.secret } });
  return issued.secret;
}

/** Adds the people of the publisher who are missing. */
export async function addMembers(operator: Api, publisherId: string): Promise<void> {
  for (const { username, name, publishers = [] } of accounts)
    if (publishers.includes(publisherId)) {
      const member = { subject: subjectOf(username), name };
      await nullOn(operator.post(`/publishers/${publisherId}/members`, member), 'member.exists');
    }
}

/**
 * Registers the instance at the hub with the public key that the instance publishes, or updates the registration. The
 * hub then certifies that key, and plugins that pin the hub trust the instance.
 */
export async function registerInstance(
  operator: Api,
  instance: { id: string; name: string; plugin_api: string; service_origin: string },
): Promise<void> {
  const { id, name, plugin_api, service_origin } = instance;
  const response = await fetch(`${service_origin}/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const { keys } = (await response.json()) as { keys?: readonly object[] };
  if (keys?.[0] === undefined) throw new Error(`${service_origin} serves no signing key`);
  await operator.post('/instances', { id, name, plugin_api, public_key: keys[0] });
}

interface Publication {
  readonly publisher: Api;
  readonly reviewer: Api;
  readonly operator: Api;
}

/** Moves a release from any status to `published`, in the roles of the publisher, a reviewer and the operator. */
export async function publish(manifest: Manifest, { publisher, reviewer, operator }: Publication): Promise<void> {
  const path = `/releases/${manifest.id}/${manifest.version}`;
  const found = await nullOn(publisher.get<Release>(path), 404);
  const release =
    found ??
    (await publisher.post<Release>('/releases', {
      manifest,
      requested_tier: 'verified',
      notes: 'The sample plugin of this repository.',
    }));
  if (release.status === 'submitted') {
    // The review service learns of a submission a moment after the catalogue has answered it.
    const take = () => nullOn(reviewer.post<Release>(`${path}/take`), 404);
    await pollUntil(`the review of ${manifest.id}`, reviewTimeoutMs, take);
  }
  if (release.status === 'submitted' || release.status === 'in_review') {
    await reviewer.post(`${path}/approve`, { tier: 'verified', notes: 'Read and tried.', publish: true });
  }
  if (release.status === 'approved') await operator.post(`${path}/publish`);
}
