import { IsIn, IsObject, IsOptional } from 'class-validator';
import type { JsonObject } from '@kushk/contracts';
import { EVENT_TYPES, type EventType } from '@kushk/manifest';

export class TestEventBody {
  /** A type that the manifest lists in `events`, or one that always arrives. */
  @IsIn(EVENT_TYPES) readonly type: EventType;
  /** What the event carries; `{}` by default. It is not checked against the type. */
  @IsOptional() @IsObject() readonly data?: JsonObject | null;
}
