import { describe, expect, it } from '@jest/globals';
import type { LinkTraffic } from '@kushk/contracts';
import { decode, isUser, type Account, type User } from '@nats-io/jwt';
import {
  accountTag,
  hubAccount,
  linkAccount,
  newLink,
  publicKeyOf,
  readAccount,
  signAccount,
  systemAccount,
} from './nats-accounts.js';
import { newNatsOperator } from './nats-operator.js';

const traffic = (id: string): LinkTraffic => ({
  releases: { hub: '$JS.API.DIRECT.GET.R', instance: 'hub.R' },
  notifications: 'hub.released.>',
  forwarded: [{ hub: `${id}.told.>`, instance: `hub.forwarded.${id}.told.>` }],
  queries: `${id}.usage`,
  requests: ['hub.request'],
});
const operator = await newNatsOperator('test', traffic('*'));
const { hub, operator_signing_seed: seed } = operator.catalogue;
const { keys, credentials } = await newLink('i1');
const account = linkAccount({ instance: 'i1', keys, hub, traffic: traffic('i1') });
const jwtIn = (text: string) => text.split('\n')[1]!;
/** Every account limit of nats-server. A missing limit would be 0. */
const limits = [
  'subs',
  'data',
  'payload',
  'imports',
  'exports',
  'wildcards',
  'conn',
  'leaf',
  'disallow_bearer',
  'mem_storage',
  'disk_storage',
  'streams',
  'consumer',
  'max_ack_pending',
  'mem_max_stream_bytes',
  'disk_max_stream_bytes',
  'max_bytes_required',
];

describe('a NATS account', () => {
  it.each([
    ['an instance', account],
    ['the hub', hubAccount(hub, traffic('*'), [])],
    ['the servers', systemAccount(hub.account, hub.signing_keys.catalogue)],
  ])('of %s sets every limit', (_of, { claims }) => {
    expect(Object.keys(claims.limits ?? {}).sort()).toEqual([...limits].sort());
  });

  it('of an instance imports the subjects of its link from the hub, and exports only subjects of the instance', () => {
    const { imports, exports } = account.claims;
    expect(imports?.map(({ account: from, subject, local_subject }) => [from, subject, local_subject])).toEqual([
      [hub.account, '$JS.API.DIRECT.GET.R', 'hub.R'],
      [hub.account, 'hub.released.>', undefined],
      [hub.account, 'i1.told.>', 'hub.forwarded.i1.told.>'],
      [hub.account, 'hub.request', 'hub.request'],
    ]);
    expect(exports?.map(({ subject }) => subject)).toEqual(['i1.usage']);
  });

  it('is signed by the operator, and signing it again does not change the hash of its claims', async () => {
    const jwt = await signAccount(account, seed);
    expect(decode<Account>(jwt)).toMatchObject({ sub: keys.account, iss: publicKeyOf(seed), name: 'i1' });
    expect(readAccount(jwt)).toEqual({ tag: accountTag(account, publicKeyOf(seed)), isLink: true });
    expect(readAccount(await signAccount(account, seed))).toEqual(readAccount(jwt));
    const rotated = await newLink('i1', keys.account);
    expect(rotated.keys.account).toBe(keys.account);
    expect(
      accountTag(linkAccount({ instance: 'i1', keys: rotated.keys, hub, traffic: traffic('i1') }), publicKeyOf(seed)),
    ).not.toBe(readAccount(jwt)?.tag);
    expect(readAccount(operator.server.accounts[hub.account]!)).toEqual({
      tag: accountTag(hubAccount(hub, traffic('*'), []), publicKeyOf(seed)),
      isLink: false,
    });
    expect([readAccount(''), readAccount('a.b.c'), readAccount(operator.server.operator)]).toEqual([null, null, null]);
  });
});

describe('NATS credentials', () => {
  it('of a link allow only leaf node connections and do not contain their signing key', () => {
    const user = decode<User>(jwtIn(credentials));
    expect(isUser(user)).toBe(true);
    expect(user).toMatchObject({
      iss: keys.signingKey,
      nats: { issuer_account: keys.account, allowed_connection_types: ['LEAFNODE'], data: -1, payload: -1, subs: -1 },
    });
    expect(credentials.match(/SU[A-Z2-7]{56}/g)).toHaveLength(1);
    expect(credentials).not.toMatch(/SA[A-Z2-7]{56}/);
  });

  it('of the catalogue for the system account only permit it to manage accounts', () => {
    expect(decode<User>(jwtIn(operator.catalogue.system_credentials)).nats).toMatchObject({
      pub: { allow: ['$SYS.REQ.CLAIMS.>', '$SYS.REQ.ACCOUNT.*.CLAIMS.LOOKUP'] },
      sub: { allow: ['_INBOX.hub.catalogue.accounts.>'] },
    });
  });
});

describe('a new NATS operator', () => {
  it('gives the catalogue a signing key and returns the other seeds separately for safe storage', () => {
    const known = JSON.stringify([operator.catalogue, operator.server, operator.hubCredentials]);
    for (const secret of Object.values(operator.safe).flatMap((seed) =>
      typeof seed === 'string' ? [seed] : Object.values(seed),
    ))
      expect(known).not.toContain(secret);
    expect(publicKeyOf(operator.safe.operator_seed)).toBe(decode(operator.server.operator).sub);
  });
});
