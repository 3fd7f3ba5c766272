/**
 * The speed of this machine at this moment: the requests per second that a bare Fastify route answers. Limits in
 * absolute units hold for a machine that answers 50,000 requests per second. They are scaled by the calibration of the
 * same run, because the speed of a shared machine changes from hour to hour.
 */
import { underHttpLoad } from './http-load.js';
import { startRival } from './rivals.js';

const REFERENCE_PER_SECOND = 50_000;
const load = { callers: 64, warmUpMs: 700, windowMs: 1_200 };

export interface Calibration {
  readonly requestsPerSecond: number;
  /** The speed relative to the reference machine: 0.5 is half as fast. */
  readonly speed: number;
}

/** Takes about three seconds. Call it next to the measurement that it scales. */
export async function calibrate(): Promise<Calibration> {
  const rival = await startRival('bare-fastify');
  try {
    const { perSecond } = await underHttpLoad(rival.origin, () => ({ method: 'GET', path: '/installation' }), load);
    return { requestsPerSecond: perSecond, speed: perSecond / REFERENCE_PER_SECOND };
  } finally {
    await rival.stop();
  }
}

/** On a slower machine than this, limits are not scaled further: its figures say nothing about the system. */
const MIN_SPEED = 0.1;

/** Returns a limit on a duration, in the unit of `limit`, for a machine of this speed. */
export function scaledDuration(limit: number, { speed }: Pick<Calibration, 'speed'>): number {
  return limit / Math.max(speed, MIN_SPEED);
}
