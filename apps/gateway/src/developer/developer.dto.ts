import { Allow, IsBoolean, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { NOTES_MAX_CODE_POINTS, type Json, type Submission } from '@kushk/contracts';
import { CodePoints, IsTime, type JsonSchema } from '@kushk/edge';
import { SOURCE_MAX_CODE_POINTS } from '@kushk/manifest';

const VERSION_MAX_CHARACTERS = 64;

/**
 * The catalogue validates these fields, so that they are always checked in the same order: notes, tier and source, then
 * the manifest. For `source`, `requested_tier` and `notes`, absent and null mean the same.
 */
export class SubmissionBody implements Record<keyof Submission, Json | undefined> {
  @Allow() readonly manifest: Json | undefined;
  @Allow() readonly source: Json | undefined;
  @Allow() readonly requested_tier: Json | undefined;
  @Allow() readonly notes: Json | undefined;
}
/** The schema of a submission in the OpenAPI documents. It describes the catalogue's validation rules. */
export const submissionSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['manifest'],
  properties: {
    manifest: {
      type: 'object',
      additionalProperties: true,
      description: 'The complete manifest as JSON. Its schema is at /schemas/plugin-manifest/1.json',
    },
    source: {
      type: ['string', 'null'],
      maxLength: SOURCE_MAX_CODE_POINTS,
      description:
        'The text from which the manifest was parsed, YAML or JSON. The reviewer reads it with its comments; without it, a printed form. It must parse to exactly `manifest`',
    },
    requested_tier: {
      enum: ['community', 'verified', 'private', '', null],
      description: 'The tier that the publisher requests. The reviewer decides',
    },
    notes: {
      type: ['string', 'null'],
      maxLength: NOTES_MAX_CODE_POINTS,
      description:
        'What changed and how a reviewer can try it. At most 4,000 code points. Line breaks and tabs are allowed; other control characters and characters that override the text direction are not',
    },
  } satisfies Record<keyof Submission, JsonSchema>,
};

export class DeprecationBody {
  @IsString() @CodePoints(1, 2_000) readonly reason: string;
  @IsOptional() @IsString() @CodePoints(1, 128) readonly successor?: string | null;
}

export class AccessCodeBody {
  @IsString() @CodePoints(1, 100) readonly label: string;
  /** How many organisations may use the code; any number by default. */
  @IsOptional() @IsInt() @Min(1) @Max(100_000) readonly uses?: number | null;
  @IsOptional() @IsTime() readonly expires_at?: string | null;
}
/** The version to come, and why. The content is that of the version in the path. */
export class ReturnBody {
  @IsString() @CodePoints(1, VERSION_MAX_CHARACTERS) readonly version: string;
  @IsString() @CodePoints(1, 2_000) readonly reason: string;
  /** Checks the return and says what it would lose, without making it. */
  @IsOptional() @IsBoolean() readonly dry_run?: boolean | null;
}
export class ReasonBody {
  @IsString() @CodePoints(1, 2_000) readonly reason: string;
}
