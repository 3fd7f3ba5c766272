/** All requests and public facts of the contracts, by the names that the code uses for them. */
import * as contracts from '@kushk/contracts';

export interface Subject {
  /** The name in the code: `wallet.consume`, `walletFacts.walletOpened`. */
  readonly name: string;
  /** The subject without its prefix: `cmd.wallet.wallet.consume`, `evt.wallet.wallet.opened.v1`. */
  readonly subject: string;
  readonly service: string;
}

const isType = (value: unknown): value is Omit<Subject, 'name'> =>
  typeof value === 'object' && value !== null && 'subject' in value && 'service' in value;

function typesOf(subjects: RegExp): ReadonlyMap<string, Subject> {
  const found = new Map<string, Subject>();
  for (const [group, members] of Object.entries(contracts)) {
    // Arrays are skipped: the facts in an array are also declared individually.
    if (typeof members !== 'object' || members === null || Array.isArray(members)) continue;
    for (const [member, type] of Object.entries(members)) {
      if (!isType(type) || !subjects.test(type.subject)) continue;
      const name = `${group}.${member}`;
      found.set(name, { name, subject: type.subject, service: type.service });
    }
  }
  return found;
}

/** The commands and queries, by name. */
export const requests = typesOf(/^(cmd|qry)\./);
/** The public facts, by name. */
export const publicFacts = typesOf(/^evt\./);
