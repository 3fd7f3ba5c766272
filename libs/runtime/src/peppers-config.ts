import { isSealingKeys, SEALING_KEYS_RULE, type SealingKeyConfig } from './config-shapes.js';
import { bytes, json, type Parse, type Reading } from './environment.js';

interface Peppers {
  readonly all: readonly [Buffer, ...Buffer[]];
  readonly oldest: Buffer;
}
interface ListedPepper extends SealingKeyConfig {
  /** Set by `kushk-deploy rotate`. A new pepper is the last one of the list until every process knows it. */
  readonly created_at?: string;
}

const keyOf = ({ k }: ListedPepper): Buffer => Buffer.from(k, 'base64url');
const older = (one: ListedPepper, other: ListedPepper): ListedPepper =>
  (other.created_at ?? '') <= (one.created_at ?? '') ? other : one;

/** One key, or a list of keys while it is replaced. */
export const parsePeppers: Parse<Peppers> = (value) => {
  if (!value.startsWith('[')) {
    const only = bytes(32)(value);
    return { all: [only], oldest: only };
  }
  const list: readonly ListedPepper[] = json(isSealingKeys, SEALING_KEYS_RULE)(value);
  const [first, ...others] = list.map(keyOf);
  return { all: [first as Buffer, ...others], oldest: keyOf(list.reduce(older)) };
};

export function readPeppers(from: Reading) {
  const found = from.optional('KUSHK_PEPPER', parsePeppers);
  return { peppers: found?.all, oldestPepper: found?.oldest };
}
