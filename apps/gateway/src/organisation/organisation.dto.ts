import {
  Allow,
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '@kushk/contracts';

const PLUGIN_ID_MOST = 128;
const VERSION_MOST = 64;

export class LocaleBody {
  @IsString() @Matches(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/) language: string;
  @IsIn(['rtl', 'ltr']) direction: 'rtl' | 'ltr';
  @IsString() @Length(1, 40) calendar: string;
  @IsString() @Length(1, 64) timezone: string;
}
export class FirstAdminBody {
  /** The sign-in provider of this instance where it is absent. */
  @IsString() @Length(1, 500) @IsOptional() issuer?: string | null;
  @IsString() @Length(1, 255) subject: string;
  @IsString() @Length(1, 200) name: string;
}
export class OrganisationBody {
  @IsString() @Length(1, 200) name: string;
  @IsObject() @ValidateNested() @IsOptional() locale?: LocaleBody;
  @IsObject() @ValidateNested() admin: FirstAdminBody;
}
export class PersonBody {
  /** The sign-in provider of this instance where it is absent. */
  @IsString() @Length(1, 500) @IsOptional() issuer?: string | null;
  @IsString() @Length(1, 255) subject: string;
  @IsString() @Length(1, 200) name: string;
  @IsIn(['admin', 'member']) role: 'admin' | 'member';
}
/** Contents are judged by the workspace; here only the shape. */
export class CaseBody {
  @IsString() @Length(1, 500) title: string;
  @IsString() @MaxLength(20_000) @IsOptional() description?: string | null;
  @Allow() amount?: string | number | null;
  @IsString() @Length(1, 40) @IsOptional() due_on?: string | null;
  @IsString() @Length(1, 64) @IsOptional() assignee_id?: string | null;
  @IsArray() @ArrayMaxSize(1_000) @ArrayUnique() @IsString({ each: true }) @IsOptional() member_ids?:
    readonly string[] | null;
}
export class CaseChangesBody {
  @IsString() @Length(1, 500) @IsOptional() title?: string;
  @IsIn(['open', 'closed']) @IsOptional() status?: 'open' | 'closed';
  @IsString() @MaxLength(20_000) @IsOptional() description?: string | null;
  @Allow() amount?: string | number | null;
  @IsString() @Length(1, 40) @IsOptional() due_on?: string | null;
  @IsString() @Length(1, 64) @IsOptional() assignee_id?: string | null;
  @IsArray() @ArrayMaxSize(1_000) @ArrayUnique() @IsString({ each: true }) @IsOptional() member_ids?:
    readonly string[] | null;
  /** The revision that was edited; `If-Match` says the same. */
  @IsInt() @Min(0) @IsOptional() revision?: number | null;
}
export class ConsentBody {
  @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) scopes: readonly string[];
  @IsString() @Length(1, 2_000) @IsOptional() base_url?: string | null;
  @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) @IsOptional() egress?: readonly string[] | null;
}
/** What an admin agrees to when a higher version asks for more. */
export class VersionConsentBody {
  @IsString() @Length(1, VERSION_MOST) version: string;
  @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) scopes: readonly string[];
  @IsString() @Length(1, 2_000) @IsOptional() base_url?: string | null;
  @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) @IsOptional() egress?: readonly string[] | null;
  @IsString() @Length(1, 200) @IsOptional() plan?: string | null;
  @IsObject() @IsOptional() settings?: JsonObject | null;
}
export class InstallBody {
  @IsString() @Length(1, PLUGIN_ID_MOST) plugin_id: string;
  @IsString() @Length(1, VERSION_MOST) @IsOptional() version?: string | null;
  @IsString() @Length(1, 200) @IsOptional() plan?: string | null;
  @IsObject() @IsOptional() settings?: JsonObject | null;
  @IsObject() @ValidateNested() consent: ConsentBody;
}
export class SettingsBody {
  @IsObject() settings: JsonObject;
}
export class PlanBody {
  @IsString() @Length(1, 200) plan: string;
}
export class PurchaseBody {
  @IsString() @Length(1, 40) mu: string;
  @IsString() @Length(1, 200) @IsOptional() reference?: string | null;
}
export class GiftBody {
  @IsString() @Length(1, 40) mu: string;
  @IsString() @Length(1, 1_000) @IsOptional() note?: string | null;
}
export class ToolCallBody {
  @IsObject() @IsOptional() arguments?: JsonObject | null;
}
export class OptionalReasonBody {
  @IsString() @Length(1, 2_000) @IsOptional() reason?: string | null;
}
export class RequiredReasonBody {
  @IsString() @Length(1, 2_000) reason: string;
}
export class DevelopmentReleaseBody {
  @IsObject() manifest: JsonObject;
}
