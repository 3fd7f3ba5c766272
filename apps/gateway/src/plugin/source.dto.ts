import { IsIn, IsString } from 'class-validator';
import { SOURCE_CONTENT_MAX_BYTES, SOURCE_CONTENT_TYPES, type SourceKind } from '@kushk/contracts';
import { CodePoints, Documented } from '@kushk/edge';

const TIME_MAX = 40;

export class SourceBody {
  @IsString() @CodePoints(1, 200) readonly external_id: string;
  @IsIn(['message', 'document']) readonly kind: SourceKind;
  @IsString() @CodePoints(1, 500) readonly title: string;
  /** The route reads it, because these are accepted in any case and, if they are text, with `charset=utf-8`. */
  @Documented({ enum: SOURCE_CONTENT_TYPES }) readonly content_type: unknown;
  /** At most 5 MiB when it is decoded. It is an empty string here: the route gets the content as `largeValue`. */
  @IsString()
  @Documented({ description: `At most ${SOURCE_CONTENT_MAX_BYTES} bytes when it is decoded`, minLength: 1 })
  readonly content: string;
  /** `base64` is the standard alphabet with padding and without line breaks (RFC 4648, section 4). */
  @IsIn(['utf-8', 'base64']) readonly content_encoding: 'utf-8' | 'base64';
  /** A time with its offset from UTC (RFC 3339). */
  @IsString() @CodePoints(1, TIME_MAX) @Documented({ format: 'date-time' }) readonly occurred_at: string;
}
