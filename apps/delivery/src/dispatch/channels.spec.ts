import { describe, expect, it } from '@jest/globals';
import { sealedFor } from '@kushk/contracts';
import { newCredential, newSealingKey, seal } from '@kushk/credentials';
import Stripe from 'stripe';
import { Secrets } from '../outbound/secrets.handler.js';
import type { ClaimedCall } from './call-queue.view.js';
import { eventChannel } from './channels.js';

const stripe = new Stripe('sk_test_only_its_webhooks_are_used');
const keys = [newSealingKey()];
const at = new Date();
const inDays = (days: number): string => new Date(at.getTime() + days * 86_400_000).toISOString();
const sealed = (secret: string): Promise<string> => seal(keys, { secret }, sealedFor.signingSecret('ins_a'));

describe('an event on the wire', () => {
  it('is signed by every secret that lives, the new one first, and Stripe accepts each of them alone', async () => {
    const [newer, older, ended] = [newCredential('ks'), newCredential('ks'), newCredential('ks')];
    const call: ClaimedCall = {
      callId: 'evt_1',
      installationId: 'ins_a',
      kind: 'plugin.proposal.settled',
      attempt: 3,
      spent: 2,
      dueAt: at,
      createdAt: at,
      firstTriedAt: at,
      body: '{"id":"evt_1","note":"فاکتور"}',
      sealedBody: null,
      traceparent: null,
      baseUrl: 'https://plugin.acme.ir/kushk',
      pluginId: 'ir.acme.invoices',
      secrets: [
        { sealed: await sealed(newer), signUntil: null },
        { sealed: await sealed(older), signUntil: inDays(1) },
        { sealed: await sealed(ended), signUntil: inDays(-1) },
      ],
    };
    const { url, headers, body } = await eventChannel(new Secrets(keys)).prepare(call, at);
    expect(url.href).toBe('https://plugin.acme.ir/kushk/service/events');
    const header = String(headers['service-signature']);
    expect(header).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    const accepts = (secret: string): boolean =>
      stripe.webhooks.signature?.verifyHeader(body, header, secret, 300) ?? false;
    expect([accepts(newer), accepts(older)]).toEqual([true, true]);
    expect(() => accepts(ended)).toThrow();
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Kushk/1',
      'service-signature': header,
      'service-installation-id': 'ins_a',
      'service-attempt': '3',
      'service-event-id': 'evt_1',
    });
  });
});
