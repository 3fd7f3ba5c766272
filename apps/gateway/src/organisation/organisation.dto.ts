import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import type { JsonObject } from '@kushk/contracts';
import { CodePoints, IsTime, Nested, UniqueItems } from '@kushk/edge';
import { PLATFORM_RECORD_TYPES } from '@kushk/manifest';
import { SEARCH_MAX } from './inbox-search.js';

const NAME_MAX = 200;
const SUBJECT_MAX = 255;
const ISSUER_MAX = 500;
const PLUGIN_ID_MAX = 128;
const VERSION_MAX = 64;

class LocaleBody {
  @IsString() @Matches(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/) readonly language: string;
  @IsIn(['rtl', 'ltr']) readonly direction: 'rtl' | 'ltr';
  @IsString() @CodePoints(1, 40) readonly calendar: string;
  @IsString() @CodePoints(1, 64) readonly timezone: string;
}
class FirstAdminBody {
  /** The issuer of the person's identity; by default the OpenID Connect provider of this instance. */
  @IsOptional() @IsString() @CodePoints(1, ISSUER_MAX) readonly issuer?: string | null;
  @IsString() @CodePoints(1, SUBJECT_MAX) readonly subject: string;
  @IsString() @CodePoints(1, NAME_MAX) readonly name: string;
}
export class OrganisationBody {
  @IsString() @CodePoints(1, NAME_MAX) readonly name: string;
  @IsOptional() @Nested(LocaleBody) readonly locale?: LocaleBody | null;
  @Nested(FirstAdminBody) readonly admin: FirstAdminBody;
}
export class AccessCodeBody {
  @IsString() @CodePoints(1, 100) readonly code: string;
}
export class PersonBody {
  /** The issuer of the person's identity; by default the OpenID Connect provider of this instance. */
  @IsOptional() @IsString() @CodePoints(1, ISSUER_MAX) readonly issuer?: string | null;
  @IsString() @CodePoints(1, SUBJECT_MAX) readonly subject: string;
  @IsString() @CodePoints(1, NAME_MAX) readonly name: string;
  @IsIn(['admin', 'member']) readonly role: 'admin' | 'member';
}

/** A field that is left out, or null, stays as it is. */
export class PersonChangesBody {
  @IsOptional() @IsString() @CodePoints(1, NAME_MAX) readonly name?: string | null;
  @IsOptional() @IsIn(['admin', 'member']) readonly role?: 'admin' | 'member' | null;
}

export class ConsentBody {
  @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) readonly scopes: readonly string[];
  @IsOptional() @IsString() @CodePoints(1, 2_000) readonly base_url?: string | null;
  @IsOptional() @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) readonly egress?: readonly string[] | null;
}
/** An admin's consent to a version that requests more than the installed version. */
export class VersionConsentBody implements ConsentBody {
  @IsString() @CodePoints(1, VERSION_MAX) readonly version: string;
  @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) readonly scopes: readonly string[];
  @IsOptional() @IsString() @CodePoints(1, 2_000) readonly base_url?: string | null;
  @IsOptional() @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) readonly egress?: readonly string[] | null;
  @IsOptional() @IsString() @CodePoints(1, NAME_MAX) readonly plan?: string | null;
  @IsOptional() @IsObject() readonly settings?: JsonObject | null;
}
/** A field that is left out, or null, stays as it is. */
export class UpdatePolicyBody {
  @IsOptional() @IsIn(['stable', 'beta']) readonly channel?: 'stable' | 'beta' | null;
  @IsOptional() @IsIn(['auto', 'manual']) readonly follow?: 'auto' | 'manual' | null;
}
/** The version that was shown to the admin. */
export class ShownVersionBody {
  @IsString() @CodePoints(1, VERSION_MAX) readonly version: string;
}
export class InstallBody {
  @IsString() @CodePoints(1, PLUGIN_ID_MAX) readonly plugin_id: string;
  @IsOptional() @IsString() @CodePoints(1, VERSION_MAX) readonly version?: string | null;
  @IsOptional() @IsString() @CodePoints(1, NAME_MAX) readonly plan?: string | null;
  @IsOptional() @IsObject() readonly settings?: JsonObject | null;
  @Nested(ConsentBody) readonly consent: ConsentBody;
}
export class SettingsBody {
  @IsObject() readonly settings: JsonObject;
}
export class PlanBody {
  @IsString() @CodePoints(1, NAME_MAX) readonly plan: string;
}
export class RedeliverRangeBody {
  @IsTime() readonly from: string;
  @IsTime() readonly to: string;
}
export class ToolCallBody {
  @IsOptional() @IsObject() readonly arguments?: JsonObject | null;
}
export class AssignProposalBody {
  /** A person who can see the record that the proposal changes; null or absent takes the assignment back. */
  @IsOptional() @IsString() @CodePoints(1, 64) readonly assignee_id?: string | null;
}
export class ApplyProposalBody {
  /** True: the proposed values win over newer edits of the same fields, which the person has seen. */
  @IsOptional() @IsBoolean() readonly overwrite?: boolean | null;
  /** The `record_revision` that the person has seen: an edit after it is not overwritten. */
  @IsOptional() @IsInt() @Min(1) readonly seen_revision?: number | null;
}
const DECISIONS_MAX = 500;
const ID_MAX = 64;
/** The filters of the list of proposals. */
class ProposalFilterBody {
  /** Only those assigned to this person: an id, or `me`. */
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly assignee?: string | null;
  /** Only those that change this record. */
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly record_id?: string | null;
  /** Only those of this plugin. */
  @IsOptional() @IsString() @CodePoints(1, PLUGIN_ID_MAX) readonly plugin_id?: string | null;
  /** Only those that change or create a record of this type. */
  @IsOptional() @IsIn(PLATFORM_RECORD_TYPES) readonly record_type?: string | null;
  /** True: only those of which a field was edited since. */
  @IsOptional() @IsBoolean() readonly stale?: boolean | null;
  /** Only those whose texts contain each of these words. */
  @IsOptional() @IsString() @CodePoints(1, SEARCH_MAX) readonly q?: string | null;
}
export class DecideProposalsBody {
  /** The proposals; absent with `filter`. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(DECISIONS_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly ids?: readonly string[] | null;
  /** Instead of `ids`: the pending proposals of your list that match; `{}` is all of them. */
  @IsOptional() @Nested(ProposalFilterBody) readonly filter?: ProposalFilterBody | null;
  /** Required with `filter`: proposals that were made after this time are not selected. */
  @IsOptional() @IsTime() readonly before?: string | null;
  /** Required with `filter`: the number of proposals that you saw; with another one nothing is decided. */
  @IsOptional() @IsInt() @Min(1) @Max(DECISIONS_MAX) readonly expected_count?: number | null;
  @IsIn(['apply', 'reject']) readonly action: 'apply' | 'reject';
  /** Only with `reject`: the reason, for all of them. */
  @IsOptional() @IsString() @CodePoints(1, 2_000) readonly reason?: string | null;
}
export class OptionalReasonBody {
  @IsOptional() @IsString() @CodePoints(1, 2_000) readonly reason?: string | null;
}
export class RequiredReasonBody {
  @IsString() @CodePoints(1, 2_000) readonly reason: string;
}
export class DevelopmentReleaseBody {
  @IsObject() readonly manifest: JsonObject;
}
