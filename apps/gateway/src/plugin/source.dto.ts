import { IsIn, IsString } from 'class-validator';
import {
  parseTime,
  SOURCE_CONTENT_MAX_BYTES,
  SOURCE_CONTENT_TYPES,
  timeProblem,
  type Problem,
  type SourceKind,
} from '@kushk/contracts';
import { bodyOf, CodePoints, Documented, Refused, type BodySchema } from '@kushk/edge';
import { readContentType } from './source-content-type.js';

const TIME_MAX = 40;

export class SourceBody {
  @IsString() @CodePoints(1, 200) readonly external_id: string;
  @IsIn(['message', 'document']) readonly kind: SourceKind;
  @IsString() @CodePoints(1, 500) readonly title: string;
  /** `sourceBody` checks it, because these are accepted in any case and, if they are text, with `charset=utf-8`. */
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

const fields = bodyOf(SourceBody);

/** Reports what is wrong with every field at once. */
export const sourceBody: BodySchema<SourceBody> = {
  ...fields,
  read: (value) => {
    const problems: Problem[] = [];
    const given = value === undefined ? {} : value;
    fields.check(given, '', problems);
    const body = given as SourceBody;
    const add = (path: string, problem: Problem | null): void => {
      if (problem !== null && !problems.some((one) => one.path === path || one.path === '')) problems.push(problem);
    };
    const contentType = readContentType(body.content_type);
    add('/content_type', typeof contentType === 'string' ? null : contentType);
    const { occurred_at: time } = body;
    add(
      '/occurred_at',
      typeof time === 'string' && parseTime(time) === null ? timeProblem('/occurred_at', time) : null,
    );
    if (problems.length > 0) throw Refused.with('request.invalid', { problems });
    return body;
  },
};
