import { describe, expect, it } from '@jest/globals';
import { KEY_SCOPES } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { publisherStream, type PublisherFact } from '../../publisher/publisher.js';
import { at, issued } from '../../../test/example-key.js';
import { keyStream } from '../key.js';
import { issueKey, type IssueKey } from './issue-key.js';

const command: IssueKey = {
  keyId: 'key_1',
  publisherId: 'acme',
  label: 'CI',
  hash: 'h',
  last4: 'wxyz',
  expiresAt: null,
  at,
};
const added: PublisherFact = { type: 'PublisherAdded', data: { name: 'Acme', at } };
const ofPublisher = given({ publisher: [publisherStream, added], key: [keyStream] });

describe('issue key', () => {
  it('records the hash of the key and returns a reply without the key', () => {
    ofPublisher
      .when((states) => issueKey(command, states))
      .thenFactsOf({ key: [issued] })
      .thenReplies({ id: 'key_1', label: 'CI', last4: 'wxyz', created_at: at, expires_at: null, revoked_at: null });
  });

  it('gives a key all scopes and plugins unless the operator names some', () => {
    ofPublisher.when((states) => issueKey(command, states)).thenReplies({ scopes: [...KEY_SCOPES], plugin_id: null });
    ofPublisher
      .when((states) => issueKey({ ...command, scopes: ['read'], pluginId: 'ir.acme.invoices' }, states))
      .thenReplies({ scopes: ['read'], plugin_id: 'ir.acme.invoices' });
  });

  it('rejects a key without a scope', () => {
    ofPublisher.when((states) => issueKey({ ...command, scopes: [] }, states)).thenRefuses('request.invalid');
  });

  it('rejects scopes and a plugin for a key of the registry', () => {
    const { decision } = ofPublisher
      .when((states) => issueKey({ ...command, purpose: 'registry', scopes: ['read'], pluginId: 'ir.acme.a' }, states))
      .thenRefuses('request.invalid');
    expect(decision).toMatchObject({
      refusal: { params: { problems: [{ path: '/scopes' }, { path: '/plugin_id' }] } },
    });
  });

  it('converts the expiry time to UTC', () => {
    ofPublisher
      .when((states) => issueKey({ ...command, expiresAt: '2027-03-21T00:00:00+03:30' }, states))
      .thenReplies({ expires_at: '2027-03-20T20:30:00.000Z' });
  });

  it('rejects an unknown publisher', () => {
    given({ publisher: [publisherStream], key: [keyStream] })
      .when((states) => issueKey(command, states))
      .thenRefuses('publisher.not_found', { id: 'acme' });
  });

  it.each(['', ' ', 'two\nlines', 'l'.repeat(101)])('rejects the label %j', (label) => {
    ofPublisher.when((states) => issueKey({ ...command, label }, states)).thenRefuses('request.invalid');
  });

  it.each([
    ['2027-02-30T00:00:00Z', 'format'],
    ['2027-03-20 20:30:00Z', 'format'],
    ['2027-03-20T24:00:00Z', 'format'],
    ['9999-12-31T23:59:59-12:00', 'format'],
    ['soon', 'format'],
    [at, 'past'],
    ['2020-01-01T00:00:00Z', 'past'],
  ])('rejects the expiry time %s with the problem code %s', (expiresAt, code) => {
    const { decision } = ofPublisher
      .when((states) => issueKey({ ...command, expiresAt }, states))
      .thenRefuses('request.invalid');
    expect(decision).toMatchObject({ refusal: { params: { problems: [{ path: '/expires_at', code }] } } });
  });

  it('throws when a key with the same id exists', () => {
    const inUse = given({ publisher: [publisherStream, added], key: [keyStream, issued] });
    expect(() => inUse.when((states) => issueKey(command, states))).toThrow('already in use');
  });
});
