/**
 * NATS accounts as JWTs (operator mode): the permissions of the hub's account and of each instance's account, and the
 * credentials of their users. The library writes a missing limit as 0, so every limit is set here. An account has
 * exactly the permissions of its JWT, and only the operator's key signs JWTs. No account can therefore add an import,
 * so the exports need no activation tokens.
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
  type SigningKey,
  type User,
} from '@nats-io/jwt';
import { hubRoles, natsPermissions, type HubNatsRole, type LinkTraffic } from '@kushk/contracts';
import { inputHash } from './canonical.js';

/** Public keys (nkeys, `A…`) of the NATS account of an instance. */
export interface LinkKeys {
  /**
   * The key that identifies the account. Its private key is discarded, because the operator's key signs the account.
   */
  readonly account: string;
  /**
   * The key that signed the credentials. Its private key is discarded too. Replacing this key revokes the
   * credentials.
   */
  readonly signingKey: string;
}
/** Public keys of the NATS account that the hub's services share: its identity and its signing keys. */
export interface HubKeys {
  readonly account: string;
  /**
   * The key that signs the user of each role. The account's JWT contains the permissions of each key, so a new
   * version of the catalogue can change them without new credentials.
   */
  readonly signing_keys: Readonly<Record<HubNatsRole, string>>;
  /** While they are replaced: those that are valid as well. */
  readonly next_signing_keys?: Readonly<Record<HubNatsRole, string>>;
}
/** The claims of a NATS account before they are signed. */
export interface AccountClaims {
  readonly id: string;
  readonly name: string;
  readonly claims: Partial<Account>;
}

/** Marks the accounts that the catalogue creates and deletes. The catalogue changes no other account. */
const linkTag = 'kushk-link';
/**
 * The maximum number of leaf node connections. An instance's NATS may be a cluster, and a disconnected server counts
 * until its timeout.
 */
const mostLinks = 8;
const mostSubscriptions = 10_000;
/** A service of the hub replies within this time. */
const replyTtlNanos = 120_000_000_000;
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
 * Creates the keys for an instance's link and the credentials of its NATS server (text of a `.creds` file, shown
 * once), for a new account or for the given one. The credentials contain the only private key that is not discarded.
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

interface Link {
  readonly instance: string;
  readonly keys: LinkKeys;
  readonly hub: HubKeys;
  readonly traffic: LinkTraffic;
}

/** The account of an instance on the hub's NATS. It permits only the subjects of the instance's link. */
export function linkAccount({ instance, keys, hub, traffic }: Link): AccountClaims {
  const imports: Import[] = [
    {
      name: 'releases',
      type: 'service',
      account: hub.account,
      subject: traffic.releases.hub,
      local_subject: traffic.releases.instance,
    },
    { name: 'notifications', type: 'stream', account: hub.account, subject: traffic.notifications },
    ...traffic.forwarded.map((mapping): Import => ({
      name: 'forwarded',
      type: 'service',
      account: hub.account,
      subject: mapping.hub,
      local_subject: mapping.instance,
    })),
    ...traffic.requests.map((subject): Import => ({
      name: 'requests',
      type: 'service',
      account: hub.account,
      subject,
      local_subject: subject,
    })),
  ];
  const claims: Partial<Account> = {
    imports,
    exports: [{ name: 'queries', type: 'service', subject: traffic.queries, response_type: 'Singleton' }],
    // Leaf node connections count as connections too.
    limits: { ...unlimited, ...noJetStream, subs: mostSubscriptions, conn: mostLinks, leaf: mostLinks },
    signing_keys: [keys.signingKey],
    tags: [linkTag],
  };
  return { id: keys.account, name: instance, claims };
}

/**
 * The account of the hub's services. `ofAll` contains the subjects of all links, which the account exports. `links`
 * contains the registered links, from which the account imports the queries.
 */
export function hubAccount(
  hub: HubKeys,
  ofAll: LinkTraffic,
  links: readonly { readonly account: string; readonly queries: string }[],
): AccountClaims {
  const claims: Partial<Account> = {
    exports: [
      { name: 'releases', type: 'service', subject: ofAll.releases.hub, response_type: 'Stream' },
      { name: 'notifications', type: 'stream', subject: ofAll.notifications },
      ...ofAll.forwarded.map(
        ({ hub: subject }) => ({ name: 'forwarded', type: 'service', subject, response_type: 'Singleton' }) as const,
      ),
      ...ofAll.requests.map(
        (subject) => ({ name: 'requests', type: 'service', subject, response_type: 'Singleton' }) as const,
      ),
    ],
    imports: links.map(({ account, queries }) => ({
      name: 'queries',
      type: 'service',
      account,
      subject: queries,
      local_subject: queries,
    })),
    limits: { ...unlimited, ...allJetStream, leaf: 0 },
    signing_keys: [hub.signing_keys, hub.next_signing_keys]
      .filter((keys) => keys !== undefined)
      .flatMap((keys) =>
        hubRoles.map((role) => ({ kind: 'user_scope', key: keys[role], role, template: templateOf(role) }) as const),
      ),
  };
  return { id: hub.account, name: 'HUB', claims };
}

/** What a user of the hub may do. */
function templateOf(role: HubNatsRole): SigningKey['template'] {
  const { publish, subscribe } = natsPermissions({ role, scope: 'hub' });
  return {
    ...open,
    pub: { allow: [...publish], deny: [] },
    sub: { allow: [...subscribe], deny: [] },
    resp: { max: 1, ttl: replyTtlNanos },
    allowed_connection_types: ['STANDARD'],
  };
}

/** The system account of the hub's NATS, which manages the other accounts. */
export function systemAccount(id: string, signingKey: string): AccountClaims {
  return { id, name: 'SYS', claims: { limits: { ...unlimited, ...noJetStream, leaf: 0 }, signing_keys: [signingKey] } };
}

/** Signs an account with the operator's seed (`SO…`). Returns the JWT. */
export async function signAccount({ id, name, claims }: AccountClaims, operatorSeed: string): Promise<string> {
  return await encodeAccount(name, fromPublic(id), structuredClone(claims), { signer: keyOf(operatorSeed) });
}

/** Signs the operator's request to delete accounts (`$SYS.REQ.CLAIMS.DELETE`). */
export async function signRemoval(accounts: readonly string[], operatorSeed: string): Promise<string> {
  return await encodeGeneric('removal', keyOf(operatorSeed), 'generic', { accounts: [...accounts] });
}

/**
 * A hash of an account's claims without the signing time, to compare two versions of the account. `issuer` is the
 * public key of the operator (`O…`) that signs the claims.
 */
export function accountTag({ name, claims }: Omit<AccountClaims, 'id'>, issuer: string): string {
  return tagOf(name, { ...claims }, issuer);
}

/** Returns the public key of a seed. Throws when the string is not a seed. */
export function publicKeyOf(seed: string): string {
  return keyOf(seed).getPublicKey();
}

/**
 * Returns the hash of the claims in an account's JWT (see `accountTag`), and whether the account belongs to a link.
 * The signature is not verified, because the NATS server has verified it. Returns null when the string is not the JWT
 * of an account.
 */
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

/**
 * Creates credentials (text of a `.creds` file) for a new user of an account, signed by one of the account's signing
 * keys.
 */
export async function credentialsOf({
  name,
  account,
  signer,
  user,
}: {
  readonly name: string;
  readonly account: string;
  readonly signer: KeyPair;
  /** The permissions; null when the account defines them for the signing key. */
  readonly user: Partial<User> | null;
}): Promise<string> {
  const own = createUser();
  const claims = user === null ? {} : { ...open, ...user };
  const jwt = await encodeUser(name, own, fromPublic(account), claims, { signer, scopedUser: user === null });
  const text = new TextDecoder().decode(fmtCreds(jwt, own));
  own.clear();
  return text;
}

function tagOf(name: string, claims: Record<string, unknown>, issuer: string): string {
  return inputHash({ name, issuer, claims });
}

function keyOf(seed: string): KeyPair {
  return fromSeed(new TextEncoder().encode(seed));
}
