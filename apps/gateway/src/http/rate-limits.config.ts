import type { RatePolicy } from '@kushk/edge';
import type { DoorName } from '../authentication/caller.js';
import type { ExtraRate } from './route.js';

type Limited = DoorName | ExtraRate;
export type RateLimits = Readonly<Partial<Record<Limited, RatePolicy>>>;

const MINUTE = 60;
const HOUR = 3_600;

/** Requests in a window and the burst over them, per credential. */
const USUAL: RateLimits = {
  publisher: { name: 'publisher', quota: 600, windowSeconds: MINUTE, burst: 600 },
  submission: { name: 'submission', quota: 300, windowSeconds: HOUR, burst: 300 },
  plugin: { name: 'installation', quota: 6_000, windowSeconds: MINUTE, burst: 600 },
  staff: { name: 'staff', quota: 1_200, windowSeconds: MINUTE, burst: 300 },
  person: { name: 'person', quota: 1_200, windowSeconds: MINUTE, burst: 300 },
  platform_admin: { name: 'platform_admin', quota: 120, windowSeconds: MINUTE, burst: 60 },
};

/** Outside production a thousandfold: a client sees the headers that it will live with, and no test or benchmark meets the limit. */
const LOOSE_BY = 1_000;
const LOOSE: RateLimits = Object.fromEntries(
  Object.entries(USUAL).map(([name, policy]) => [
    name,
    { ...policy, quota: policy.quota * LOOSE_BY, burst: policy.burst * LOOSE_BY },
  ]),
);

const NAMES = Object.keys(USUAL) as readonly Limited[];
const FIELDS = ['quota', 'window_seconds', 'burst'];

/**
 * `KUSHK_RATE_LIMITS`: `off`, or JSON such as `{"publisher":{"quota":60,"window_seconds":60,"burst":30}}` over the usual
 * ones. Absent, the usual ones hold in production and a thousandfold elsewhere. Throws what is wrong with it.
 */
export function rateLimits(text: string | undefined, production: boolean): RateLimits {
  if (text === undefined || text === '') return production ? USUAL : LOOSE;
  if (text === 'off') return {};
  const given = parse(text);
  return Object.fromEntries(
    NAMES.map((name) => {
      const usual = USUAL[name]!;
      const {
        quota = usual.quota,
        window_seconds: windowSeconds = usual.windowSeconds,
        burst = usual.burst,
      } = given[name] ?? {};
      return [name, { name: usual.name, quota, windowSeconds, burst }];
    }),
  );
}

function parse(
  text: string,
): Readonly<Record<string, { readonly quota?: number; readonly window_seconds?: number; readonly burst?: number }>> {
  const given = JSON.parse(text) as Record<string, Record<string, unknown>>;
  for (const [name, policy] of Object.entries(given)) {
    const sound =
      (NAMES as readonly string[]).includes(name) &&
      Object.entries(policy).every(
        ([field, value]) => FIELDS.includes(field) && typeof value === 'number' && value >= 1,
      );
    if (!sound) throw new TypeError('KUSHK_RATE_LIMITS must be off or {"<caller>":{"quota","window_seconds","burst"}}');
  }
  return given;
}
