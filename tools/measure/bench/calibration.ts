/**
 * The speed of this machine at this moment: the requests per second that a bare Fastify route answers. Limits in
 * absolute units hold for a machine that answers 50,000 requests per second. They are scaled by the calibration of the
 * same run, because the speed of a shared machine changes from hour to hour.
 */
import { Pool } from 'undici';
import { underLoad } from './callers.js';
import { startRival } from './rivals.js';

const REFERENCE_PER_SECOND = 50_000;
const load = { callers: 64, warmUpMs: 700, windowMs: 1_200 };

export interface Calibration {
  readonly requestsPerSecond: number;
  /** The speed relative to the reference machine: 0.5 is half as fast. */
  readonly speed: number;
}

/**
 * Takes about three seconds. Call it next to the measurement that it scales. It uses the client with which the limits
 * were set: with the connections of `http-load.ts`, which cost less, the same machine would count as a faster one.
 */
export async function calibrate(): Promise<Calibration> {
  const rival = await startRival('bare-fastify');
  const pool = new Pool(rival.origin, { connections: load.callers });
  try {
    const { perSecond } = await underLoad(load, async () => {
      const { body } = await pool.request({ method: 'GET', path: '/installation' });
      await body.dump();
    });
    return { requestsPerSecond: perSecond, speed: perSecond / REFERENCE_PER_SECOND };
  } finally {
    await pool.close();
    await rival.stop();
  }
}

/** On a slower machine than this, limits are not scaled further: its figures say nothing about the system. */
const MIN_SPEED = 0.1;

/** Returns a limit on a duration, in the unit of `limit`, for a machine of this speed. */
export function scaledDuration(limit: number, { speed }: Pick<Calibration, 'speed'>): number {
  return limit / Math.max(speed, MIN_SPEED);
}
