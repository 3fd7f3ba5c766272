import { describe, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { issuerJwk, newSigningKey, publicJwk } from '@kushk/credentials';
import { given } from '@kushk/testing/given';
import { at, description, firstLink, registered, removed, secondLink } from '../../../test/example-instance.js';
import { instanceStream, type Instance } from '../instance.js';
import { registerInstance, type RegisterInstance } from './register-instance.js';

const register = (instance: Instance, change: Partial<RegisterInstance> = {}) =>
  registerInstance({ id: 'i1', ...description, takenOrigins: [], link: secondLink, at, ...change }, instance);
const origins = ['https://one.example'];

describe('register instance', () => {
  it('registers a new instance with a NATS account and records the public keys of the account', () => {
    given(instanceStream)
      .when((instance) => register(instance))
      .thenFacts({ type: 'InstanceRegistered', data: { ...description, at, link: secondLink } })
      .thenReplies({ id: 'i1', linked: true, registered_at: at });
  });

  it('registers a new instance without an account when no NATS account is available', () => {
    given(instanceStream)
      .when((instance) => register(instance, { link: null }))
      .thenFacts({ type: 'InstanceRegistered', data: { ...description, at } })
      .thenReplies({ linked: false });
  });

  it('adds a NATS account to a registered instance that has none', () => {
    given(instanceStream, registered())
      .when((instance) => register(instance))
      .thenFacts({ type: 'InstanceUpdated', data: { ...description, at, link: secondLink } })
      .thenReplies({ linked: true, registered_at: at })
      .thenState({ link: secondLink });
  });

  it('changes nothing when the same description is registered again', () => {
    given(instanceStream, registered(firstLink))
      .when((instance) => register(instance))
      .thenFacts()
      .thenReplies({ linked: false });
  });

  it('updates the name and key of a registered instance and keeps its account', () => {
    const publicKey = issuerJwk(newSigningKey(), origins) as JsonObject;
    given(instanceStream, registered(firstLink))
      .when((instance) => register(instance, { name: 'Other', publicKey }))
      .thenReplies({ name: 'Other', linked: false, public_key: publicKey })
      .thenState({ name: 'Other', publicKey, link: firstLink });
  });

  it('updates the origins of a registered key', () => {
    const key = newSigningKey();
    const moved = issuerJwk(key, ['https://moved.example']) as JsonObject;
    given(instanceStream, registered(firstLink))
      .when((instance) => register(instance, { publicKey: issuerJwk(key, origins) as JsonObject }))
      .when((instance) => register(instance, { publicKey: moved }))
      .thenState({ publicKey: moved });
  });

  it('assigns a new account when a removed instance is registered again', () => {
    given(instanceStream, registered(firstLink), removed)
      .when((instance) => register(instance))
      .thenFacts({ type: 'InstanceRegistered', data: { ...description, at, link: secondLink } });
  });

  it.each<[string, Partial<RegisterInstance>]>([
    ['an id with capitals', { id: 'One' }],
    ['the id of the hub', { id: 'hub' }],
    ['an empty name', { name: '' }],
    ['a plugin API without minor version', { pluginApi: '1' }],
    ['a public key without kid', { publicKey: {} }],
    ['a public key without origins', { publicKey: publicJwk(newSigningKey()) as JsonObject }],
    ['an origin with a path', { publicKey: issuerJwk(newSigningKey(), ['https://one.example/']) as JsonObject }],
    [
      'an origin of another instance',
      { publicKey: issuerJwk(newSigningKey(), origins) as JsonObject, takenOrigins: origins },
    ],
  ])('rejects %s', (_problem, change) => {
    given(instanceStream)
      .when((instance) => register(instance, change))
      .thenRefuses('request.invalid');
  });
});
