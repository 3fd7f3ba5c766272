import { isSealingKeys, SEALING_KEYS_RULE } from './config-shapes.js';
import { bytes, json, type Parse } from './environment.js';

/** One key, or a list of keys while it is replaced. */
export const peppers: Parse<readonly [Buffer, ...Buffer[]]> = (value) => {
  if (!value.startsWith('[')) return [bytes(32)(value)];
  const [first, ...others] = json(isSealingKeys, SEALING_KEYS_RULE)(value).map(({ k }) => Buffer.from(k, 'base64url'));
  return [first as Buffer, ...others];
};
