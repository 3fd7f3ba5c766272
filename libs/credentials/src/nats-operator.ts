/** A new operator of a hub's NATS, with the accounts that every hub has (see docs/fleet.md, Operator). */
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
  /** For the configuration of the hub's NATS: public. */
  readonly server: {
    readonly operator: string;
    readonly systemAccount: string;
    readonly accounts: Readonly<Record<string, string>>;
  };
  /** `.creds` of the hub's own services. */
  readonly hubCredentials: string;
  /** For the catalogue, which makes the accounts of instances. */
  readonly catalogue: {
    readonly operator_signing_seed: string;
    readonly hub: HubKeys;
    readonly system_credentials: string;
  };
  /** Seeds that nothing needs in operation: for a safe. With the operator's another signing key can be made when one is lost. */
  readonly safe: {
    readonly operator_seed: string;
    readonly system_account_seed: string;
    readonly hub_account_seed: string;
    readonly hub_signing_seed: string;
  };
}

/** What the catalogue says to the servers, and where it hears the answers. */
const manages = {
  pub: { allow: ['$SYS.REQ.CLAIMS.>', '$SYS.REQ.ACCOUNT.*.CLAIMS.LOOKUP'], deny: [] },
  sub: { allow: ['_INBOX.>'], deny: [] },
};

/** Makes one; `ofAll` is what the links of all instances carry (`linkTraffic('*')`). */
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
        user: { ...manages, allowed_connection_types: ['STANDARD'] },
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
