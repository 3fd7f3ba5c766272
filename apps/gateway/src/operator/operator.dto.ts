import { IsBoolean, IsIn, IsObject, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import type { JsonObject, Tier } from '@kushk/contracts';

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

export class PublisherBody {
  @IsString() @Matches(/^[a-z0-9][a-z0-9-]{0,62}$/) id: string;
  @IsString() @Length(1, 200) name: string;
}
export class KeyBody {
  @IsString() @Length(1, 200) label: string;
  @IsString() @Matches(RFC3339) @IsOptional() expires_at?: string | null;
}
export class ApprovalBody {
  @IsIn(['community', 'verified', 'private']) tier: Tier;
  @IsString() @MaxLength(4000) @IsOptional() notes?: string | null;
  @IsBoolean() @IsOptional() publish?: boolean | null;
}
export class RejectionBody {
  @IsString() @Length(1, 4000) notes: string;
}
export class InstanceBody {
  @IsString() @Matches(/^[a-z0-9][a-z0-9-]{0,31}$/) id: string;
  @IsString() @Length(1, 200) name: string;
  @IsString() @Matches(/^(0|[1-9]\d*)\.(0|[1-9]\d*)$/) plugin_api: string;
  /** Public JWK of the key by which the instance signs its calls. */
  @IsObject() @IsOptional() public_key?: JsonObject | null;
}
