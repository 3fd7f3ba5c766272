/** Which accounts the hub's NATS should have, and what is to be done where it has others. */
import { linkTraffic } from '@kushk/contracts';
import {
  accountTag,
  hubAccount,
  linkAccount,
  type AccountClaims,
  type HubKeys,
  type LinkKeys,
} from '@kushk/credentials/nats-accounts';

export interface LinkOfInstance {
  readonly id: string;
  /** Null where it was registered without an account. */
  readonly link: LinkKeys | null;
}
/** An account as it should be; two with one tag are the same. */
export interface WantedAccount extends AccountClaims {
  readonly tag: string;
}
export interface AccountWork {
  /** In this order: the hub's imports need the accounts of instances to be there. */
  readonly put: readonly WantedAccount[];
  /** Afterwards: the hub imports nothing of them any more. */
  readonly remove: readonly string[];
}

/** The accounts of these instances and, last, that of the hub. `issuer` is the operator's public key that signs them. */
export function accountsOf(links: readonly LinkOfInstance[], hub: HubKeys, issuer: string): readonly WantedAccount[] {
  const linked = links.flatMap(({ id, link }) => (link === null ? [] : [{ id, link, carried: linkTraffic(id) }]));
  const accounts = [
    ...linked.map(({ id, link, carried }) => linkAccount(id, link, hub, carried)),
    hubAccount(
      hub,
      linkTraffic('*'),
      linked.map(({ link: { account }, carried: { usage } }) => ({ account, usage })),
    ),
  ];
  return accounts.map((account) => ({ ...account, tag: accountTag(account, issuer) }));
}

/** `standing` are the tags of what the server has of the hub's account and of those of links, by id. */
export function workFor(wanted: readonly WantedAccount[], standing: ReadonlyMap<string, string>): AccountWork {
  const ids = new Set(wanted.map(({ id }) => id));
  return {
    put: wanted.filter(({ id, tag }) => standing.get(id) !== tag),
    remove: [...standing.keys()].filter((id) => !ids.has(id)),
  };
}
