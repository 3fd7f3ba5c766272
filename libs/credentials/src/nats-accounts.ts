/**
 * NATS accounts as JWTs (operator mode): what the accounts of the hub and of each instance may, and the credentials of
 * those who connect. Pure but for the time of issue and the random keys. The library writes limits that are left out as
 * 0, so every limit is written here. An account is exactly what its JWT says, and only the operator's key signs JWTs: an
 * import that is not in one cannot be had, and therefore the exports need no activation tokens.
 */
import {
  createAccount,
  createUser,
  encodeAccount,
  encodeGeneric,
  encodeUser,
  fmtCreds,
  fromPublic,
  fromSeed,
  type Account,
  type Import,
  type KeyPair,
  type OperatorLimits,
  type User,
} from '@nats-io/jwt';
import { inputHash } from './canonical.js';

/** Under two names, one on either side of a link. */
interface SubjectMapping {
  readonly hub: string;
  readonly instance: string;
}
/** The subjects that a link carries (`linkTraffic` of the contracts). */
export interface CarriedSubjects {
  readonly releases: SubjectMapping;
  readonly notifications: string;
  readonly forwarded: readonly SubjectMapping[];
  readonly usage: string;
}
/** Public keys of the account of an instance: nkeys, `A…`. */
export interface LinkKeys {
  /** Identity of the account. Its private half is thrown away: only the operator's key says what the account is. */
  readonly account: string;
  /** Signs the credentials; also thrown away when it has signed one. Another one in its place ends what it has signed. */
  readonly signingKey: string;
}
/** Public keys of the hub's own account, in which its services are. */
export interface HubKeys {
  readonly account: string;
  readonly signing_key: string;
}
/** An account before it is signed. */
export interface AccountClaims {
  readonly id: string;
  readonly name: string;
  readonly claims: Partial<Account>;
}

/** Marks the accounts that the catalogue makes and unmakes; it leaves all others alone. */
const linkTag = 'kushk-link';
/** An instance's NATS may be a cluster, and a server that was cut off may be counted until its silence is noticed. */
const mostLinks = 8;
const mostSubscriptions = 10_000;
const open = { data: -1, payload: -1, subs: -1 } as const;
const unlimited: OperatorLimits = {
  ...open,
  conn: -1,
  leaf: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  disallow_bearer: true,
};
const noJetStream: OperatorLimits = {
  mem_storage: 0,
  disk_storage: 0,
  streams: 0,
  consumer: 0,
  mem_max_stream_bytes: 0,
  disk_max_stream_bytes: 0,
  max_bytes_required: false,
  max_ack_pending: 0,
};
const allJetStream: OperatorLimits = {
  mem_storage: -1,
  disk_storage: -1,
  streams: -1,
  consumer: -1,
  mem_max_stream_bytes: -1,
  disk_max_stream_bytes: -1,
  max_bytes_required: false,
  max_ack_pending: -1,
};

/**
 * Keys for the link of an instance and the credentials of its server (text of a `.creds` file, to be shown once): a new
 * account, or new credentials of the one that is given. No private key is left but the one within the credentials.
 */
export async function newLink(
  instance: string,
  account = createAccount().getPublicKey(),
): Promise<{ keys: LinkKeys; credentials: string }> {
  const signer = createAccount();
  const credentials = await credentialsOf({
    name: instance,
    account,
    signer,
    user: { allowed_connection_types: ['LEAFNODE'] },
  });
  const keys = { account, signingKey: signer.getPublicKey() };
  signer.clear();
  return { keys, credentials };
}

/** The account of an instance on the hub's NATS: what its link carries, and nothing else. */
export function linkAccount(instance: string, keys: LinkKeys, hub: HubKeys, carried: CarriedSubjects): AccountClaims {
  const imports: Import[] = [
    {
      name: 'releases',
      type: 'service',
      account: hub.account,
      subject: carried.releases.hub,
      local_subject: carried.releases.instance,
    },
    { name: 'notifications', type: 'stream', account: hub.account, subject: carried.notifications },
    ...carried.forwarded.map((told): Import => ({
      name: 'forwarded',
      type: 'service',
      account: hub.account,
      subject: told.hub,
      local_subject: told.instance,
    })),
  ];
  const claims: Partial<Account> = {
    imports,
    exports: [{ name: 'usage', type: 'service', subject: carried.usage, response_type: 'Singleton' }],
    // Of connections, links are counted too.
    limits: { ...unlimited, ...noJetStream, subs: mostSubscriptions, conn: mostLinks, leaf: mostLinks },
    signing_keys: [keys.signingKey],
    tags: [linkTag],
  };
  return { id: keys.account, name: instance, claims };
}

/** The account of the hub's services; `ofAll` is what the links of all instances carry, `links` what those that are registered do. */
export function hubAccount(
  hub: HubKeys,
  ofAll: CarriedSubjects,
  links: readonly { readonly account: string; readonly usage: string }[],
): AccountClaims {
  const claims: Partial<Account> = {
    exports: [
      { name: 'releases', type: 'service', subject: ofAll.releases.hub, response_type: 'Stream' },
      { name: 'notifications', type: 'stream', subject: ofAll.notifications },
      ...ofAll.forwarded.map(
        ({ hub: subject }) => ({ name: 'forwarded', type: 'service', subject, response_type: 'Singleton' }) as const,
      ),
    ],
    imports: links.map(({ account, usage }) => ({
      name: 'usage',
      type: 'service',
      account,
      subject: usage,
      local_subject: usage,
    })),
    limits: { ...unlimited, ...allJetStream, leaf: 0 },
    signing_keys: [hub.signing_key],
  };
  return { id: hub.account, name: 'HUB', claims };
}

/** The account of the servers themselves, by which other accounts are managed. */
export function systemAccount(id: string, signingKey: string): AccountClaims {
  return { id, name: 'SYS', claims: { limits: { ...unlimited, ...noJetStream, leaf: 0 }, signing_keys: [signingKey] } };
}

/** The JWT of an account, signed by the operator (seed `SO…`). */
export async function signAccount({ id, name, claims }: AccountClaims, operatorSeed: string): Promise<string> {
  return await encodeAccount(name, fromPublic(id), structuredClone(claims), { signer: keyOf(operatorSeed) });
}

/** The request by which the operator has accounts unmade (`$SYS.REQ.CLAIMS.DELETE`). */
export async function signRemoval(accounts: readonly string[], operatorSeed: string): Promise<string> {
  return await encodeGeneric('removal', keyOf(operatorSeed), 'generic', { accounts: [...accounts] });
}

/** What tells two versions of an account apart, but for when they were signed: the tag of the claims, as the operator's key (public, `O…`) would sign them. */
export function accountTag({ name, claims }: Omit<AccountClaims, 'id'>, issuer: string): string {
  return tagOf(name, { ...claims }, issuer);
}

/** The public key of a seed. Throws where it is none. */
export function publicKeyOf(seed: string): string {
  return keyOf(seed).getPublicKey();
}

/** The same tag of an account's JWT that a server holds, and whether it is the account of a link. Not verified: the server has done that. Null where it is none. */
export function readAccount(jwt: string): { tag: string; isLink: boolean } | null {
  try {
    const { name, iss, nats } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      name: string;
      iss: string;
      nats: Record<string, unknown>;
    };
    const { type, version, ...claims } = nats;
    if (type !== 'account' || version !== 2) return null;
    return { tag: tagOf(name, claims, iss), isLink: Array.isArray(claims['tags']) && claims['tags'].includes(linkTag) };
  } catch {
    return null;
  }
}

/** Credentials (text of a `.creds` file) for a new user of an account, signed by one of its signing keys. */
export async function credentialsOf({
  name,
  account,
  signer,
  user,
}: {
  readonly name: string;
  readonly account: string;
  readonly signer: KeyPair;
  readonly user: Partial<User>;
}): Promise<string> {
  const own = createUser();
  const jwt = await encodeUser(name, own, fromPublic(account), { ...open, ...user }, { signer });
  const text = new TextDecoder().decode(fmtCreds(jwt, own));
  own.clear();
  return text;
}

function tagOf(name: string, claims: Record<string, unknown>, issuer: string): string {
  return inputHash({ name, issuer, claims });
}

/** Throws where the seed is none. */
function keyOf(seed: string): KeyPair {
  return fromSeed(new TextEncoder().encode(seed));
}
