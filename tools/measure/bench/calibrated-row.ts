import { calibrate, scaledDuration } from './calibration.js';
import type { Row } from './row.js';

/** A figure in a unit of time, with its limit on the reference machine. */
export interface DurationFigure {
  readonly name: string;
  readonly measured: number;
  readonly limit: number;
  readonly unit: string;
  readonly note?: string;
}

/** Compares a duration with its limit, scaled by a calibration that is measured now. */
export async function calibratedRow({ name, measured, limit, unit, note }: DurationFigure): Promise<Row> {
  const calibration = await calibrate();
  const rival = scaledDuration(limit, calibration);
  const scale = `limit ${limit} at 50,000 requests/s, here ${Math.round(calibration.requestsPerSecond).toLocaleString('en')}`;
  return {
    name,
    measured,
    rival,
    ratio: rival / measured,
    goal: 1,
    unit,
    ok: measured <= rival,
    note: note === undefined ? scale : `${note}; ${scale}`,
  };
}
