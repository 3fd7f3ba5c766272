import type { RatePolicy } from '@kushk/edge';
import type { DoorName } from '../authentication/caller.js';

export type RateLimits = Readonly<Partial<Record<DoorName, RatePolicy>>>;

/** Requests a minute and the burst over them, per credential. */
const USUAL: RateLimits = {
  publisher: { name: 'publisher', perMinute: 120, burst: 60 },
  plugin: { name: 'installation', perMinute: 6_000, burst: 600 },
  staff: { name: 'staff', perMinute: 1_200, burst: 300 },
  person: { name: 'person', perMinute: 1_200, burst: 300 },
  platform_admin: { name: 'platform_admin', perMinute: 120, burst: 60 },
};

const DOORS = Object.keys(USUAL) as readonly DoorName[];

/**
 * `KUSHK_RATE_LIMITS`: `off`, or JSON such as `{"publisher":{"per_minute":60,"burst":30}}` over the usual ones. Absent,
 * the usual ones hold in production and none elsewhere. Throws what is wrong with it.
 */
export function rateLimits(text: string | undefined, production: boolean): RateLimits {
  if (text === undefined || text === '') return production ? USUAL : {};
  if (text === 'off') return {};
  const given = parse(text);
  return Object.fromEntries(
    DOORS.map((door) => {
      const { per_minute: perMinute, burst } = { per_minute: USUAL[door]!.perMinute, burst: USUAL[door]!.burst, ...given[door] };
      return [door, { name: USUAL[door]!.name, perMinute, burst }];
    }),
  );
}

function parse(text: string): Readonly<Record<string, { readonly per_minute?: number; readonly burst?: number }>> {
  const given = JSON.parse(text) as Record<string, Record<string, unknown>>;
  for (const [door, policy] of Object.entries(given)) {
    const sound = (DOORS as readonly string[]).includes(door) && Object.entries(policy).every(([name, value]) => ['per_minute', 'burst'].includes(name) && typeof value === 'number' && value >= 1);
    if (!sound) throw new TypeError('KUSHK_RATE_LIMITS must be off or {"<caller>":{"per_minute","burst"}}');
  }
  return given;
}
