import { IsIn, IsInt, IsObject, IsOptional, Max, Min } from 'class-validator';
import type { JsonObject } from '@kushk/contracts';
import { bodyOf, Refused, type BodySchema } from '@kushk/edge';
import { EVENT_TYPES, validateAgainst, type EventType } from '@kushk/manifest';
import { eventData } from '../openapi/webhook-schemas.generated.js';

const OUTAGE_MAX_SECONDS = 86_400;

class TestEventBody {
  /** A type that the manifest lists in `events`, or one that always arrives. */
  @IsIn(EVENT_TYPES) readonly type: EventType;
  /** What the event carries, as the `webhooks` describe it for the type; `{}` by default. */
  @IsOptional() @IsObject() readonly data?: JsonObject | null;
}
const testEventFields = bodyOf(TestEventBody);

/** With data of the event's type: a plugin gets nothing else, by push or by polling. */
export const testEventBody: BodySchema<TestEventBody> = {
  ...testEventFields,
  read: (value) => {
    const body = testEventFields.read(value);
    const problems = validateAgainst(eventData[body.type] as JsonObject, body.data ?? {}, '/data');
    if (problems.length > 0) throw Refused.with('request.invalid', { problems });
    return body;
  },
};

export class OutageBody {
  /** 0 ends it. */
  @IsInt() @Min(0) @Max(OUTAGE_MAX_SECONDS) readonly seconds: number;
}
