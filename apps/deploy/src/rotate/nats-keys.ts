/** The signing keys and credentials of the hub's NATS users. The catalogue tells NATS which keys are valid. */
import { hubRoles, type HubNatsRole } from '@kushk/contracts';
import type { NatsOperator } from '@kushk/credentials/nats-operator';
import { newHubUsers } from '@kushk/credentials/nats-operator';
import { EXIT, Failure } from '../exit-codes.js';
import type { Rotated } from '../rotate.js';
import { nameOf } from '../folder/processes.js';

type Catalogue = NatsOperator['catalogue'] & {
  /** The credentials that a second step puts into use. */
  readonly next_credentials?: Readonly<Record<HubNatsRole, string>>;
};

/** Adds new signing keys, which the catalogue makes valid beside the old ones. */
export async function addedNatsKeys(value: string): Promise<Rotated> {
  const catalogue = JSON.parse(value) as Catalogue;
  if (catalogue.next_credentials !== undefined)
    throw new Failure(EXIT.usage, 'nats-credentials has new ones that wait for --finish');
  const { signingKeys, credentials } = await newHubUsers(catalogue.hub.account);
  const next = {
    ...catalogue,
    hub: { ...catalogue.hub, next_signing_keys: signingKeys },
    next_credentials: credentials,
  };
  return {
    replaced: { values: { 'nats-credentials': JSON.stringify(next) } },
    after: 'restart catalogue; then rotate nats-credentials --finish --restarted',
  };
}

/** Puts the new credentials into use; the next start of the catalogue ends the old ones. */
export function firstNatsKeys(value: string): Rotated {
  const { next_credentials: credentials, hub, ...catalogue } = JSON.parse(value) as Catalogue;
  const { next_signing_keys: signingKeys, account } = hub;
  if (credentials === undefined || signingKeys === undefined)
    throw new Failure(EXIT.usage, 'rotate nats-credentials first, without --finish');
  const next = { ...catalogue, hub: { account, signing_keys: signingKeys } };
  const ofRoles = hubRoles.map((role) => [`nats-credentials-${nameOf(role)}`, credentials[role].trim()]);
  return {
    replaced: { values: { ...Object.fromEntries(ofRoles), 'nats-credentials': JSON.stringify(next) } },
    after: 'restart catalogue: the old credentials end then, and the other processes log in again by themselves',
  };
}
