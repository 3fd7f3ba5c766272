/** JSON Schema keywords of the formats that many fields share (docs/reference/wire-formats.md). */
type Keywords = Readonly<Record<string, unknown>>;

/** An exact decimal of at most 6 places, canonical: no sign, no leading zeros, no trailing zeros. */
const MU: Keywords = { type: 'string', pattern: '^(0|[1-9][0-9]{0,12})(\\.[0-9]{0,5}[1-9])?$' };
const ID_CHARACTERS = 26;

const COUNT_MAX = 1_000_000_000;

export const formatOf = {
  mu: MU,
  /** An amount in a request may have trailing zeros. */
  muInRequest: { type: 'string', pattern: '^(0|[1-9][0-9]{0,12})(\\.[0-9]{1,6})?$' },
  /** Units of a service. */
  count: { type: 'integer', minimum: 1, maximum: COUNT_MAX },
  countOrNone: { type: 'integer', minimum: 0, maximum: COUNT_MAX },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'date-time' },
  /** An amount in the organisation's own currency. */
  amount: {
    type: ['string', 'number', 'null'],
    pattern: '^-?[0-9]{1,18}(\\.[0-9]{1,6})?$',
    minimum: -999_999_999_999_999,
    maximum: 999_999_999_999_999,
  },
  month: { type: 'string', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' },
  version: {
    type: 'string',
    pattern: '^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?$',
    maxLength: 64,
  },
  pluginId: { type: 'string', pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$', maxLength: 128 },
  /** A prefix and a UUIDv7 in base 32. */
  id: (prefix: string): Keywords => ({ type: 'string', pattern: `^${prefix}_[0-9a-z]{${ID_CHARACTERS}}$` }),
} as const;
