import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, trustAdded } from '../../../test/example-trust.js';
import { publisherStream, type PublisherFact } from '../../publisher/publisher.js';
import { trustStream } from '../trust.js';
import { addTrust, type AddTrust } from './add-trust.js';

const { addedAt: _, ...data } = trustAdded.data;
const command: AddTrust = { ...data, trustId: 'tru_1', isIssuerAllowed: true, at };
const added: PublisherFact = { type: 'PublisherAdded', data: { name: 'Acme', at } };
const ofPublisher = given({ publisher: [publisherStream, added], trust: [trustStream] });

function problemsOf(changes: Partial<AddTrust>): readonly { readonly path: string; readonly code: string }[] {
  const { decision } = ofPublisher
    .when((states) => addTrust({ ...command, ...changes }, states))
    .thenRefuses('request.invalid');
  return (decision as never as { refusal: { params: { problems: { path: string; code: string }[] } } }).refusal.params
    .problems;
}
const places = (changes: Partial<AddTrust>) => problemsOf(changes).map(({ path, code }) => `${path} ${code}`);

describe('add trust', () => {
  it('records the trust and returns it', () => {
    ofPublisher
      .when((states) => addTrust(command, states))
      .thenFactsOf({ trust: [trustAdded] })
      .thenReplies({ id: 'tru_1', plugin_id: 'ir.acme.invoices', created_at: at, expires_at: null, ended_at: null });
  });

  it('rejects an unknown publisher', () => {
    given({ publisher: [publisherStream], trust: [trustStream] })
      .when((states) => addTrust(command, states))
      .thenRefuses('publisher.not_found', { id: 'acme' });
  });

  it.each(['https://gitlab.example/', 'https://gitlab.example?x', 'https://gitlab.example#x', 'https://x y'])(
    'rejects the issuer %s',
    (issuer) => {
      expect(places({ issuer })).toEqual(['/issuer format']);
    },
  );

  it('rejects an issuer that the hub may not read from', () => {
    expect(places({ isIssuerAllowed: false })).toEqual(['/issuer format']);
  });

  const { claims } = command;
  it.each([
    ['no repository', { ref: 'refs/heads/main' }, '/claims required'],
    ['a part of a repository', { ...claims, repository: 'acme/*' }, '/claims/repository pattern'],
    ['an owner alone', { ...claims, repository: 'acme' }, '/claims/repository pattern'],
    ['no id of the repository', { repository: 'acme/invoices', ref: 'x' }, '/claims/repository_id required'],
    ['any id of the repository', { ...claims, repository_id: '*' }, '/claims/repository_id pattern'],
    ['no id of the project', { project_path: 'acme/invoices', ref: 'x' }, '/claims/project_id required'],
    ['any branch', { repository: 'acme/invoices', repository_id: '74' }, '/claims required'],
    ['a claim of its own', { ...claims, aud: 'x' }, '/claims/aud not_allowed'],
    ['no name', { ...claims, 'a/b': 'x' }, '/claims/a~1b pattern'],
    ['an empty pattern', { ...claims, sha: '' }, '/claims/sha format'],
    ['a number', { ...claims, sha: 7 as never }, '/claims/sha format'],
    ['a control character', { ...claims, sha: 'a\n' }, '/claims/sha format'],
  ])('rejects claims with %s', (_name, given, place) => {
    expect(places({ claims: given })).toEqual([place]);
  });

  it('accepts Forgejo without an id of the repository', () => {
    const ofForgejo = { issuer: 'https://forgejo.example/api/actions', claims: { repository: 'a/b', ref: 'refs/*/x' } };
    ofPublisher.when((states) => addTrust({ ...command, ...ofForgejo }, states)).thenReplies({ id: 'tru_1' });
  });

  it('rejects a trust without a scope, and one that has expired', () => {
    expect(places({ scopes: [] })).toEqual(['/scopes required']);
    expect(places({ expiresAt: at })).toEqual(['/expires_at past']);
  });
});
