/** The two channels of the courier, events and lifecycle calls: what each puts on the wire. */
import { sealedFor } from '@kushk/contracts';
import { signIssuer, unseal, type Jwk, type SealingKey } from '@kushk/credentials';
import type { Secrets } from '../outbound/secrets.handler.js';
import { signedCall } from '../outbound/signed-call.js';
import type { ClaimedCall } from './call-queue.view.js';
import type { Channel } from './channel.js';
import { eventSchedule, lifecycleSchedule } from './schedule.js';

/** Events: the body as it was made, a fresh time and signature at each attempt. */
export function eventChannel(secrets: Secrets): Channel {
  return {
    name: 'event',
    limits: { total: 256, perEndpoint: 4, perHost: 16 },
    schedule: eventSchedule,
    circuit: true,
    prepare: async (call, at) => {
      if (call.body === null) throw new Error(`the event ${call.callId} has no body`);
      return signedCall({
        ...target(call, '/service/events'),
        at,
        body: call.body,
        secrets: await secrets.live(call.installationId, call.secrets, at),
        extra: { 'service-event-id': call.callId },
      });
    },
  };
}

export interface Issuer {
  /** Origin of this instance. */
  readonly origin: string;
  readonly signingKey: Jwk;
  readonly sealingKeys: readonly SealingKey[];
}

/**
 * `installed` and `removed`. The first delivers the secret that would prove it, so both also carry the signature of
 * the instance itself (contract §7). `removed` is signed with the secret that the plugin has had all along.
 */
export function lifecycleChannel(
  secrets: Secrets,
  issuer: Issuer,
  answered: NonNullable<Channel['answered']>,
): Channel {
  return {
    name: 'lifecycle',
    limits: { total: 8, perEndpoint: 1, perHost: 4 },
    schedule: lifecycleSchedule,
    circuit: false,
    prepare: async (call, at) => {
      const body =
        call.sealedBody === null
          ? JSON.stringify({ event: call.kind })
          : await lifecycleBody(call, call.sealedBody, issuer.sealingKeys);
      const claims = { iss: issuer.origin, aud: call.pluginId, iat: Math.floor(at.getTime() / 1_000) };
      return signedCall({
        ...target(call, '/service/lifecycle'),
        at,
        body,
        secrets: await secrets.live(call.installationId, call.secrets, at),
        extra: { 'service-issuer-signature': signIssuer(issuer.signingKey, claims, Buffer.from(body, 'utf8')) },
      });
    },
    answered,
  };
}

async function lifecycleBody(call: ClaimedCall, sealed: string, keys: readonly SealingKey[]): Promise<string> {
  const { body } = await unseal<{ body: string }>(keys, sealed, sealedFor.lifecycle(call.installationId));
  return body;
}

function target(
  call: ClaimedCall,
  path: string,
): { baseUrl: string; path: string; installationId: string; attempt: number } {
  return { baseUrl: call.baseUrl, path, installationId: call.installationId, attempt: call.attempt };
}
