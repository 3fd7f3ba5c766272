import { IsIn, IsInt, IsNumber, IsObject, IsOptional, IsString, Max, Min } from 'class-validator';
import type { JsonObject } from '@kushk/contracts';
import { CodePoints, Documented } from '@kushk/edge';
import { PLATFORM_RECORD_TYPES } from '@kushk/manifest';
import { formatOf } from '../openapi/formats.js';

const SECONDS_PER_DAY = 86_400;
const OVERLAP_MAX_SECONDS = 7 * SECONDS_PER_DAY;
const HOLD_TTL_MIN_SECONDS = 10;
const HOLD_TTL_MAX_SECONDS = SECONDS_PER_DAY;

export class RecordBody {
  @IsObject() readonly data: JsonObject;
}
export class RotateBody {
  @IsIn(['token', 'signing_secret']) readonly what: 'token' | 'signing_secret';
  /** How long the previous credential stays valid, in seconds. */
  @IsOptional() @IsInt() @Min(0) @Max(OVERLAP_MAX_SECONDS) readonly overlap_seconds?: number | null;
}
export class ProposalBody {
  @IsString() @CodePoints(1, 200) readonly external_id: string;
  @IsString() @CodePoints(1, 64) @Documented({ enum: PLATFORM_RECORD_TYPES }) readonly record_type: string;
  @IsIn(['create', 'update']) readonly action: 'create' | 'update';
  @IsOptional() @IsString() @CodePoints(1, 64) readonly record_id?: string | null;
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) readonly base_revision?: number | null;
  @IsObject() readonly changes: JsonObject;
  @IsString() @CodePoints(1, 2_000) readonly summary: string;
  @IsOptional() @IsString() @CodePoints(1, 64) readonly assignee_id?: string | null;
}

/** `count` may be any number here. The wallet decides whether it can charge that number (`wallet.count_invalid`). */
export class HoldBody {
  @IsString() @CodePoints(1, 200) readonly service: string;
  @IsNumber() @Documented(formatOf.count) readonly count: number;
  @IsOptional() @IsInt() @Min(HOLD_TTL_MIN_SECONDS) @Max(HOLD_TTL_MAX_SECONDS) readonly ttl_seconds?: number | null;
  @IsOptional() @IsString() @CodePoints(1, 200) readonly reference?: string | null;
}
export class QuoteBody {
  @IsString() @CodePoints(1, 200) readonly service: string;
  @IsNumber() @Documented(formatOf.count) readonly count: number;
}
export class SettleBody {
  @IsOptional() @IsNumber() @Documented(formatOf.countOrNone) readonly count?: number | null;
}
export class ConsumeBody {
  @IsString() @CodePoints(1, 200) readonly service: string;
  @IsNumber() @Documented(formatOf.count) readonly count: number;
  @IsOptional() @IsString() @CodePoints(1, 200) readonly reference?: string | null;
}
