import { describe, expect, it } from '@jest/globals';
import { newSigningKey, publicJwk } from '@kushk/credentials';
import type { JsonObject } from '@kushk/contracts';
import { fold } from '@kushk/decider';
import { instanceStream, type Instance, type InstanceFact } from '../instance.js';
import { rotateInstanceLink } from '../rotate-instance-link/rotate-instance-link.js';
import { registerInstance } from './register-instance.js';

const at = '2026-11-20T09:00:00.000Z';
const named = { name: 'One', pluginApi: '1.0', publicKey: null };
const [first, second] = [
  { account: 'AFIRST', signingKey: 'ASIGNS' },
  { account: 'ASECOND', signingKey: 'ASIGNS2' },
];
const given = (...facts: InstanceFact[]): Instance => fold(instanceStream, facts);
const registered = (link?: typeof first): InstanceFact => ({
  type: 'InstanceRegistered',
  data: { ...named, at, ...(link && { link }) },
});
const register = (instance: Instance, change: object = {}) =>
  registerInstance({ id: 'i1', ...named, link: second, at, ...change }, instance);

describe('registering an instance', () => {
  it('gives a new one an account, with its public keys in the fact', () => {
    expect(register(given())).toMatchObject({
      accepted: true,
      facts: [{ type: 'InstanceRegistered', data: { link: second } }],
      reply: { id: 'i1', linked: true },
    });
  });

  it('leaves the account out of the fact where the hub has none to give', () => {
    const decision = register(given(), { link: null });
    expect(decision).toMatchObject({ accepted: true, reply: { linked: false } });
    expect(decision.accepted && decision.facts[0]?.data).toEqual({ ...named, at });
  });

  it('gives one from the time before accounts its account when it is registered again', () => {
    const decision = register(given(registered()));
    expect(decision).toMatchObject({
      facts: [{ type: 'InstanceRedescribed', data: { link: second } }],
      reply: { linked: true, registered_at: at },
    });
    expect(decision.accepted && given(registered(), ...decision.facts)).toMatchObject({ link: second });
  });

  it('keeps the account of one that has one, also when it is described anew', () => {
    expect(register(given(registered(first)))).toMatchObject({ facts: [], reply: { linked: false } });
    const decision = register(given(registered(first)), {
      name: 'Other',
      publicKey: publicJwk(newSigningKey()) as JsonObject,
    });
    expect(decision).toMatchObject({ facts: [{ type: 'InstanceRedescribed' }], reply: { linked: false } });
    expect(decision.accepted && given(registered(first), ...decision.facts)).toMatchObject({
      name: 'Other',
      link: first,
    });
  });

  it('gives one that was removed another account', () => {
    expect(register(given(registered(first), { type: 'InstanceRemoved', data: { at } }))).toMatchObject({
      facts: [{ type: 'InstanceRegistered', data: { link: second } }],
    });
  });
});

describe('rotating the credentials of a link', () => {
  const renewed = { account: first.account, signingKey: 'AOTHER' };
  const rotate = (instance: Instance, link: typeof first | null = renewed) =>
    rotateInstanceLink({ id: 'i1', link, at }, instance);

  it('puts another signing key into the account', () => {
    const decision = rotate(given(registered(first)));
    expect(decision).toMatchObject({
      facts: [{ type: 'InstanceLinkRotated', data: { link: renewed, at } }],
      reply: { id: 'i1' },
    });
    expect(decision.accepted && given(registered(first), ...decision.facts)).toMatchObject({
      name: 'One',
      link: renewed,
    });
  });

  it('gives one without an account its first', () => {
    expect(rotate(given(registered()), second)).toMatchObject({ accepted: true });
  });

  it.each<[string, Instance, typeof first | null, string]>([
    ['of an instance that is not registered', given(), renewed, 'instance.not_found'],
    ['where the hub has no accounts to give', given(registered(first)), null, 'instance.link_unavailable'],
    ['of one that was registered anew meanwhile', given(registered(second)), renewed, 'instance.link_changed'],
  ])('is refused %s', (_case, instance, link, code) => {
    expect(rotate(instance, link)).toMatchObject({ accepted: false, refusal: { code } });
  });
});
