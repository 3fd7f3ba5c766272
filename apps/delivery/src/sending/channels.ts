/** The two delivery channels, events and lifecycle calls, and how they build requests. */
import { CONTAINER_DOMAIN, originForContainers, sealedFor, type RemovedCall } from '@kushk/contracts';
import { signIssuer, unseal, type Jwk, type SealingKey } from '@kushk/credentials';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';
import { signedRequest } from '../outbound/signed-request.js';
import type { SigningSecrets } from '../outbound/signing-secrets.js';
import type { Channel } from './channel.js';
import { FAILURES_TO_OPEN } from './circuit.js';
import { eventRetryPolicy, lifecycleRetryPolicy } from './retry-policy.js';

/** The channel of events: every attempt sends the stored body with a new timestamp and signature. */
export function eventChannel(secrets: SigningSecrets): Channel {
  return {
    name: 'event',
    limits: { total: 256, perEndpoint: 4, perHost: 16 },
    retryPolicy: eventRetryPolicy,
    failuresToOpen: FAILURES_TO_OPEN,
    storedResponseBytes: 2 * 1024,
    prepare: async (delivery, at) => {
      const { deliveryId, installationId, body } = delivery;
      if (body === null) throw new Error(`the event ${deliveryId} has no body`);
      return signedRequest({
        ...target(delivery, '/service/events'),
        at,
        body,
        secrets: await secrets.activeAt(installationId, delivery.secrets, at),
        extraHeaders: { 'service-event-id': deliveryId },
      });
    },
  };
}

export interface Issuer {
  /** The URL origin of this instance. */
  readonly origin: string;
  readonly signingKey: Jwk;
  readonly sealingKeys: readonly SealingKey[];
}

/**
 * The channel of the `installed` and `removed` calls. The plugin receives its secret only with `installed`, so it
 * cannot verify that call with the secret. Lifecycle calls therefore also carry the signature of the instance
 * (docs/reference/wire-formats.md).
 */
export function lifecycleChannel(
  secrets: SigningSecrets,
  issuer: Issuer,
  onSuccess: NonNullable<Channel['onSuccess']>,
): Channel {
  return {
    name: 'lifecycle',
    limits: { total: 16, perEndpoint: 1, perHost: 4 },
    retryPolicy: lifecycleRetryPolicy,
    failuresToOpen: null,
    storedResponseBytes: 0,
    prepare: async (delivery, at) => {
      const body = await lifecycleBody(delivery, issuer.sealingKeys);
      const iss = originFor(delivery, issuer);
      const claims = { iss, aud: delivery.pluginId, iat: Math.floor(at.getTime() / 1_000) };
      return signedRequest({
        ...target(delivery, '/service/lifecycle'),
        at,
        body,
        secrets: await secrets.activeAt(delivery.installationId, delivery.secrets, at),
        extraHeaders: { 'service-issuer-signature': signIssuer(issuer.signingKey, claims, Buffer.from(body, 'utf8')) },
      });
    },
    onSuccess,
  };
}

/** The origin of its `api_base`: a container knows the service by another one where the public one is loopback. */
function originFor({ baseUrl }: ClaimedDelivery, { origin }: Issuer): string {
  return new URL(baseUrl).hostname.endsWith(`.${CONTAINER_DOMAIN}`) ? originForContainers(origin) : origin;
}

/** A call with credentials has a sealed body; the body of `removed` contains only the event name. */
async function lifecycleBody(delivery: ClaimedDelivery, sealingKeys: readonly SealingKey[]): Promise<string> {
  const { sealedBody, installationId, kind } = delivery;
  if (sealedBody === null) {
    if (kind !== 'removed') throw new Error(`the lifecycle call ${kind} has no body`);
    return JSON.stringify({ event: kind } satisfies RemovedCall);
  }
  return (await unseal<{ body: string }>(sealingKeys, sealedBody, sealedFor.lifecycle(installationId))).body;
}

function target(
  { baseUrl, installationId, attempt, pluginVersion }: ClaimedDelivery,
  path: string,
): { baseUrl: string; path: string; installationId: string; attempt: number; pluginVersion: string | null } {
  return { baseUrl, path, installationId, attempt, pluginVersion };
}
