/** Computes the accounts that the hub's NATS must have, and the changes that the server needs to match them. */
import { linkTraffic } from '@kushk/contracts';
import {
  accountTag,
  hubAccount,
  linkAccount,
  type AccountClaims,
  type HubKeys,
  type LinkKeys,
} from '@kushk/credentials/nats-accounts';

export interface InstanceWithLink {
  readonly id: string;
  /** Null for an instance without a NATS account. */
  readonly link: LinkKeys | null;
}
/**
 * The expected claims of a NATS account. `tag` is a hash of the claims and their issuer, to compare two versions of
 * an account.
 */
export interface ExpectedAccount extends AccountClaims {
  readonly tag: string;
}
export interface AccountChanges {
  /** Accounts to store, in this order. The hub's account comes last, because it imports from the other accounts. */
  readonly put: readonly ExpectedAccount[];
  /**
   * Ids of the accounts to remove. They are removed after `put` is applied, when the hub's account no longer imports
   * from them.
   */
  readonly remove: readonly string[];
}

/**
 * Returns the accounts of these instances and, last, the account of the hub. `issuer` is the public key of the NATS
 * operator that signs the accounts.
 */
export function expectedAccounts(
  instances: readonly InstanceWithLink[],
  hub: HubKeys,
  issuer: string,
): readonly ExpectedAccount[] {
  const linked = instances.flatMap(({ id, link }) => (link === null ? [] : [{ id, link, traffic: linkTraffic(id) }]));
  const accounts = [
    ...linked.map(({ id, link, traffic }) => linkAccount({ instance: id, keys: link, hub, traffic })),
    hubAccount(
      hub,
      linkTraffic('*'),
      linked.map(({ link: { account }, traffic: { queries } }) => ({ account, queries })),
    ),
  ];
  return accounts.map((account) => ({ ...account, tag: accountTag(account, issuer) }));
}

/**
 * Compares the expected accounts with those on the server. `actual` maps the id of each account on the server (the
 * hub's account and the link accounts) to its `tag`.
 */
export function accountChanges(
  expected: readonly ExpectedAccount[],
  actual: ReadonlyMap<string, string>,
): AccountChanges {
  const ids = new Set(expected.map(({ id }) => id));
  return {
    put: expected.filter(({ id, tag }) => actual.get(id) !== tag),
    remove: [...actual.keys()].filter((id) => !ids.has(id)),
  };
}
