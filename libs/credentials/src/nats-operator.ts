/** Creates a new operator for a hub's NATS, with the accounts that every hub has (docs/fleet.md). */
import { hubRoles, inboxPrefix, natsUserName, type HubNatsRole, type LinkTraffic } from '@kushk/contracts';
import {
  createAccount,
  createOperator,
  decode,
  encodeOperator,
  fromSeed,
  type Account,
  type KeyPair,
} from '@nats-io/jwt';
import { credentialsOf, hubAccount, publicKeyOf, signAccount, systemAccount, type HubKeys } from './nats-accounts.js';

export interface NatsOperator {
  /** The public values for the configuration of the hub's NATS. */
  readonly server: {
    readonly operator: string;
    readonly systemAccount: string;
    readonly accounts: Readonly<Record<string, string>>;
  };
  /** The `.creds` files of the hub's own services, and of what creates their streams. */
  readonly hubCredentials: Readonly<Record<HubNatsRole, string>>;
  /** The secrets for the catalogue, which creates the accounts of instances. */
  readonly catalogue: {
    readonly operator_signing_seed: string;
    readonly hub: HubKeys;
    readonly system_credentials: string;
  };
  /**
   * Seeds that no service needs; they must be stored safely. The operator's seed can create a new signing key after a
   * loss.
   */
  readonly safe: {
    readonly operator_seed: string;
    readonly system_account_seed: string;
    readonly hub_account_seed: string;
    readonly hub_signing_seeds: Readonly<Record<HubNatsRole, string>>;
  };
}

/** The subjects on which the catalogue manages accounts and receives the replies. */
const management = {
  pub: { allow: ['$SYS.REQ.CLAIMS.>', '$SYS.REQ.ACCOUNT.*.CLAIMS.LOOKUP'], deny: [] },
  sub: { allow: [`${inboxPrefix('hub.catalogue.accounts')}.>`], deny: [] },
};

/** `ofAll` contains the subjects of all links (`linkTraffic('*')`). */
export async function newNatsOperator(name: string, ofAll: LinkTraffic): Promise<NatsOperator> {
  const [operator, operatorSigner] = [createOperator(), createOperator()];
  const [system, systemSigner, hub] = [createAccount(), createAccount(), createAccount()];
  const ids = { system: system.getPublicKey(), hub: hub.getPublicKey() };
  const { signingKeys, credentials, seeds } = await newHubUsers(ids.hub);
  const hubKeys: HubKeys = { account: ids.hub, signing_keys: signingKeys };
  const signingSeed = seedOf(operatorSigner);
  return {
    server: {
      operator: await encodeOperator(name, operator, {
        signing_keys: [operatorSigner.getPublicKey()],
        system_account: ids.system,
      }),
      systemAccount: ids.system,
      accounts: {
        [ids.system]: await signAccount(systemAccount(ids.system, systemSigner.getPublicKey()), signingSeed),
        [ids.hub]: await signAccount(hubAccount(hubKeys, ofAll, []), signingSeed),
      },
    },
    hubCredentials: credentials,
    catalogue: {
      operator_signing_seed: signingSeed,
      hub: hubKeys,
      system_credentials: await credentialsOf({
        name: 'catalogue',
        account: ids.system,
        signer: systemSigner,
        user: { ...management, allowed_connection_types: ['STANDARD'] },
      }),
    },
    safe: {
      operator_seed: seedOf(operator),
      system_account_seed: seedOf(system),
      hub_account_seed: seedOf(hub),
      hub_signing_seeds: seeds,
    },
  };
}

/** A new signing key of an operator: its seed, and the JWT of the operator that trusts it and `otherSeed`. */
export async function newOperatorKey(
  { server, safe }: Pick<NatsOperator, 'server' | 'safe'>,
  otherSeed: string,
): Promise<{ readonly seed: string; readonly operator: string }> {
  const seed = seedOf(createOperator());
  return { seed, operator: await operatorWithKeys({ server, safe }, [otherSeed, seed]) };
}

/** The JWT of an operator that trusts the signing keys of these seeds. */
export async function operatorWithKeys(
  { server, safe }: Pick<NatsOperator, 'server' | 'safe'>,
  seeds: readonly string[],
): Promise<string> {
  const operator = fromSeed(new TextEncoder().encode(safe.operator_seed));
  const { name } = decode(server.operator);
  return await encodeOperator(name, operator, {
    signing_keys: seeds.map(publicKeyOf),
    system_account: server.systemAccount,
  });
}

/** The accounts of a server's configuration, signed with another key of the operator. */
export async function signedAgain(
  accounts: NatsOperator['server']['accounts'],
  seed: string,
): Promise<NatsOperator['server']['accounts']> {
  const signed = Object.entries(accounts).map(async ([id, jwt]) => {
    const { name, nats } = decode<Account & { readonly type: string }>(jwt);
    const { type: _type, version: _version, ...claims } = nats;
    return [id, await signAccount({ id, name, claims }, seed)] as const;
  });
  return Object.fromEntries(await Promise.all(signed));
}

/** New signing keys for the users of the hub's services, and the credentials that they have signed. */
export async function newHubUsers(account: string): Promise<{
  readonly signingKeys: HubKeys['signing_keys'];
  readonly credentials: NatsOperator['hubCredentials'];
  readonly seeds: Readonly<Record<HubNatsRole, string>>;
}> {
  const signers = ofHub(() => createAccount());
  const credentials = hubRoles.map(async (role) => {
    const name = natsUserName({ scope: 'hub', role });
    return [role, await credentialsOf({ name, account, signer: signers[role], user: null })] as const;
  });
  return {
    signingKeys: ofHub((role) => signers[role].getPublicKey()),
    credentials: Object.fromEntries(await Promise.all(credentials)) as Record<HubNatsRole, string>,
    seeds: ofHub((role) => seedOf(signers[role])),
  };
}

function ofHub<Value>(valueOf: (role: HubNatsRole) => Value): Record<HubNatsRole, Value> {
  return Object.fromEntries(hubRoles.map((role) => [role, valueOf(role)])) as Record<HubNatsRole, Value>;
}

function seedOf(key: KeyPair): string {
  return new TextDecoder().decode(key.getSeed());
}
