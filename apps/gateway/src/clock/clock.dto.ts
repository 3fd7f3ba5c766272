import { IsString } from 'class-validator';
import { CodePoints, Documented } from '@kushk/edge';

const DURATION_MAX = 40;

export class AdvanceClockBody {
  /** A duration of ISO 8601 in weeks, days, hours, minutes and seconds: `P30D`, `PT36H`. */
  @IsString()
  @CodePoints(1, DURATION_MAX)
  @Documented({ type: 'string', minLength: 1, maxLength: DURATION_MAX, examples: ['P30D'] })
  readonly advance: string;
}
