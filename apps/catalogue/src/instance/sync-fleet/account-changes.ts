/** The accounts that the hub's NATS must have, and the changes that bring it there. */
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
  /** Null for an instance without an account. */
  readonly link: LinkKeys | null;
}
/** An account as it must be. Two accounts with the same tag are equal. */
export interface ExpectedAccount extends AccountClaims {
  readonly tag: string;
}
export interface AccountChanges {
  /** In this order: the hub's account comes last, because it imports from the others. */
  readonly put: readonly ExpectedAccount[];
  /** To be removed after the puts, when the hub no longer imports from them. */
  readonly remove: readonly string[];
}

/**
 * The accounts of these instances and, last, that of the hub. `issuer` is the public key of the operator that signs
 * them.
 */
export function expectedAccounts(
  instances: readonly InstanceWithLink[],
  hub: HubKeys,
  issuer: string,
): readonly ExpectedAccount[] {
  const linked = instances.flatMap(({ id, link }) => (link === null ? [] : [{ id, link, traffic: linkTraffic(id) }]));
  const accounts = [
    ...linked.map(({ id, link, traffic }) => linkAccount({ instance: id, keys: link, hub, carried: traffic })),
    hubAccount(
      hub,
      linkTraffic('*'),
      linked.map(({ link: { account }, traffic: { usage } }) => ({ account, usage })),
    ),
  ];
  return accounts.map((account) => ({ ...account, tag: accountTag(account, issuer) }));
}

/** `actual` contains, by id, the tags of the hub's account and of the link accounts that the server has. */
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
