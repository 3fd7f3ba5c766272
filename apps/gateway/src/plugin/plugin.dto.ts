import { IsIn, IsInt, IsNumber, IsObject, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import type { JsonObject } from '@kushk/contracts';

export class RecordBody {
  @IsObject() data: JsonObject;
}
/** Seconds for which the credential before goes on: a day unless it is said otherwise, a week at most. */
const OVERLAP_MOST_SECONDS = 604_800;
export class RotateBody {
  @IsIn(['token', 'signing_secret']) what: 'token' | 'signing_secret';
  @IsInt() @Min(0) @Max(OVERLAP_MOST_SECONDS) @IsOptional() overlap_seconds?: number | null;
}
export class ProposalBody {
  @IsString() @Length(1, 200) external_id: string;
  @IsString() @Length(1, 64) record_type: string;
  @IsIn(['create', 'update']) action: 'create' | 'update';
  @IsString() @Length(1, 64) @IsOptional() record_id?: string | null;
  @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) @IsOptional() base_revision?: number | null;
  @IsObject() changes: JsonObject;
  @IsString() @Length(1, 2000) summary: string;
  @IsString() @Length(1, 64) @IsOptional() assignee_id?: string | null;
}

const HOLD_TTL_LEAST_SECONDS = 10;
const HOLD_TTL_MOST_SECONDS = 86_400;

/** `count` is any number here: whether it is one that can be charged the wallet says (`wallet.count_invalid`). */
export class HoldBody {
  @IsString() @Length(1, 200) service: string;
  @IsNumber() count: number;
  @IsInt() @Min(HOLD_TTL_LEAST_SECONDS) @Max(HOLD_TTL_MOST_SECONDS) @IsOptional() ttl_seconds?: number | null;
  @IsString() @Length(1, 200) @IsOptional() reference?: string | null;
}
export class SettleBody {
  @IsNumber() @IsOptional() count?: number | null;
}
export class ConsumeBody {
  @IsString() @Length(1, 200) service: string;
  @IsNumber() count: number;
  @IsString() @Length(1, 200) @IsOptional() reference?: string | null;
}
