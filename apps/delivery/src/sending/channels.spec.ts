import { describe, expect, it } from '@jest/globals';
import { sealedFor } from '@kushk/contracts';
import {
  issuerJwk,
  newCredential,
  newSealingKey,
  newSigningKey,
  seal,
  verifyCall,
  verifyIssuer,
} from '@kushk/credentials';
import { Stripe } from '../../../../tools/check/development/stripe.js';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';
import { SigningSecrets } from '../outbound/signing-secrets.js';
import { eventChannel, lifecycleChannel } from './channels.js';

const stripe = new Stripe('sk_test_only_its_webhooks_are_used');
const sealingKeys = [newSealingKey()];
const at = new Date();
const inDays = (days: number): string => new Date(at.getTime() + days * 86_400_000).toISOString();
const sealed = (secret: string): Promise<string> => seal(sealingKeys, { secret }, sealedFor.signingSecret('ins_a'));

const delivery: ClaimedDelivery = {
  deliveryId: 'evt_1',
  installationId: 'ins_a',
  kind: 'plugin.proposal.settled',
  attempt: 3,
  failures: 2,
  dueAt: at,
  createdAt: at,
  firstAttemptAt: at,
  body: '{"id":"evt_1","note":"فاکتور"}',
  sealedBody: null,
  traceparent: null,
  baseUrl: 'https://plugin.acme.ir/kushk',
  pluginId: 'ir.acme.invoices',
  pluginVersion: '1.2.0',
  secrets: [],
  circuit: null,
  isProbe: false,
};

describe('an event request', () => {
  it('has one signature per active secret, newest first; the Stripe library accepts the header with either secret', async () => {
    const [newer, older, expired] = [newCredential('ks'), newCredential('ks'), newCredential('ks')];
    const secrets = [
      { sealed: await sealed(newer), signUntil: null },
      { sealed: await sealed(older), signUntil: inDays(1) },
      { sealed: await sealed(expired), signUntil: inDays(-1) },
    ];
    const channel = eventChannel(new SigningSecrets(sealingKeys));
    const { url, headers, body } = await channel.prepare({ ...delivery, secrets }, at);
    expect(url.href).toBe('https://plugin.acme.ir/kushk/service/events');
    const header = String(headers['service-signature']);
    expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    const accepts = (secret: string): boolean =>
      stripe.webhooks.signature?.verifyHeader(body, header, secret, 300) ?? false;
    expect([accepts(newer), accepts(older)]).toEqual([true, true]);
    expect(() => accepts(expired)).toThrow();
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Kushk/1',
      'service-signature': header,
      'service-installation-id': 'ins_a',
      'service-attempt': '3',
      'service-plugin-version': '1.2.0',
      'service-event-id': 'evt_1',
    });
  });

  it('cannot be built without a body', async () => {
    const channel = eventChannel(new SigningSecrets(sealingKeys));
    await expect(channel.prepare({ ...delivery, body: null }, at)).rejects.toThrow('the event evt_1 has no body');
  });
});

describe('a lifecycle request', () => {
  it('has the signature of the instance in addition to the signature of the installation', async () => {
    const secret = newCredential('ks');
    const issuer = { origin: 'https://assistant.example', signingKey: newSigningKey(), sealingKeys };
    const channel = lifecycleChannel(new SigningSecrets(sealingKeys), issuer, async () => undefined);
    const secrets = [{ sealed: await sealed(secret), signUntil: null }];
    const { headers, body } = await channel.prepare({ ...delivery, kind: 'removed', body: null, secrets }, at);
    const nowSeconds = Math.floor(at.getTime() / 1_000);
    expect(body.toString()).toBe('{"event":"removed"}');
    expect(verifyCall({ header: headers['service-signature'], body }, [secret], { nowSeconds })).toBe(true);
    const keys = { keys: [issuerJwk(issuer.signingKey, [issuer.origin])] };
    const options = { aud: 'ir.acme.invoices', nowSeconds };
    const signed = { signature: headers['service-issuer-signature'], body };
    expect(verifyIssuer(keys, signed, options)).toMatchObject({
      iss: 'https://assistant.example',
    });
  });

  it('names the origin that a container knows, where the public one is loopback', async () => {
    const issuer = { origin: 'http://127.0.0.1:8081', signingKey: newSigningKey(), sealingKeys };
    const channel = lifecycleChannel(new SigningSecrets(sealingKeys), issuer, async () => undefined);
    const origins = [issuer.origin, 'http://service.containers.internal:8081'];
    const keys = { keys: [issuerJwk(issuer.signingKey, origins)] };
    const secrets = [{ sealed: await sealed(newCredential('ks')), signUntil: null }];
    const options = { aud: 'ir.acme.invoices', nowSeconds: Math.floor(at.getTime() / 1_000) };
    const issuerOf = async (baseUrl: string) => {
      const call = { ...delivery, baseUrl, kind: 'removed' as const, body: null, secrets };
      const { headers, body } = await channel.prepare(call, at);
      return verifyIssuer(keys, { signature: headers['service-issuer-signature'], body }, options)?.iss;
    };
    expect(await issuerOf('http://abc.containers.internal:8080')).toBe('http://service.containers.internal:8081');
    expect(await issuerOf('http://127.0.0.1:8103')).toBe('http://127.0.0.1:8081');
  });
});
