/** Creates a new operator for a hub's NATS, with the accounts that every hub has (docs/fleet.md). */
import { createAccount, createOperator, encodeOperator, type KeyPair } from '@nats-io/jwt';
import {
  credentialsOf,
  hubAccount,
  signAccount,
  systemAccount,
  type CarriedSubjects,
  type HubKeys,
} from './nats-accounts.js';

export interface NatsOperator {
  /** The public values for the configuration of the hub's NATS. */
  readonly server: {
    readonly operator: string;
    readonly systemAccount: string;
    readonly accounts: Readonly<Record<string, string>>;
  };
  /** The `.creds` file of the hub's own services. */
  readonly hubCredentials: string;
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
    readonly hub_signing_seed: string;
  };
}

/** The subjects on which the catalogue manages accounts and receives the replies. */
const management = {
  pub: { allow: ['$SYS.REQ.CLAIMS.>', '$SYS.REQ.ACCOUNT.*.CLAIMS.LOOKUP'], deny: [] },
  sub: { allow: ['_INBOX.>'], deny: [] },
};

/** `ofAll` contains the subjects of all links (`linkTraffic('*')`). */
export async function newNatsOperator(name: string, ofAll: CarriedSubjects): Promise<NatsOperator> {
  const [operator, operatorSigner] = [createOperator(), createOperator()];
  const [system, systemSigner, hub, hubSigner] = [createAccount(), createAccount(), createAccount(), createAccount()];
  const ids = { system: system.getPublicKey(), hub: hub.getPublicKey() };
  const hubKeys: HubKeys = { account: ids.hub, signing_key: hubSigner.getPublicKey() };
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
    hubCredentials: await credentialsOf({
      name: 'hub',
      account: ids.hub,
      signer: hubSigner,
      user: { allowed_connection_types: ['STANDARD'] },
    }),
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
      hub_signing_seed: seedOf(hubSigner),
    },
  };
}

function seedOf(key: KeyPair): string {
  return new TextDecoder().decode(key.getSeed());
}
