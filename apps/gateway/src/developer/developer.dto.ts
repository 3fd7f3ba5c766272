import { Allow, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import {
  COMMENT_MAX_CODE_POINTS,
  COMMENT_PATH_MAX_CODE_POINTS,
  MAX_STAGE_HOURS,
  MAX_STAGES,
  NOTES_MAX_CODE_POINTS,
  ROLLOUT_ACTIONS,
  type Json,
  type RolloutAction,
  type Submission,
} from '@kushk/contracts';
import { CodePoints, IsTime, type JsonSchema } from '@kushk/edge';
import { SOURCE_MAX_CODE_POINTS } from '@kushk/manifest';

const VERSION_MAX_CHARACTERS = 64;

/**
 * The catalogue validates these fields, so that they are always checked in the same order: notes, tier, source and
 * rollout, then the manifest. For all but the manifest, absent and null mean the same.
 */
export class SubmissionBody implements Record<keyof Submission, Json | undefined> {
  @Allow() readonly manifest: Json | undefined;
  @Allow() readonly source: Json | undefined;
  @Allow() readonly requested_tier: Json | undefined;
  @Allow() readonly notes: Json | undefined;
  @Allow() readonly rollout: Json | undefined;
  @Allow() readonly replaces: Json | undefined;
}
const rolloutSchema = (description: string): JsonSchema => ({
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['stages'],
  properties: {
    halt: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: {
        error_points: { type: 'number', exclusiveMinimum: 0, maximum: 100 },
        min_calls: { type: 'integer', minimum: 1, maximum: 1_000_000 },
        min_installations: { type: 'integer', minimum: 1, maximum: 1_000_000 },
      },
      description:
        'The rollout halts by itself when the share of failed tool calls and event attempts is `error_points` percentage points above that of the version before, with at least `min_calls` on at least `min_installations`. By default 5, 50 and 2',
    },
    stages: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_STAGES,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['percent', 'hours'],
        properties: {
          percent: { type: 'number', exclusiveMinimum: 0, maximum: 100 },
          hours: { type: 'integer', minimum: 0, maximum: MAX_STAGE_HOURS },
        },
      },
    },
  },
  description,
});
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
    rollout: rolloutSchema(
      'How existing installations move to the release: `percent` of them for `hours`, then the next stage. The percentages increase and the last one is 100, with 0 hours if nothing follows it; the other stages last 1 to 720 hours. By default all installations move at the publication',
    ),
    replaces: {
      type: ['string', 'null'],
      maxLength: VERSION_MAX_CHARACTERS,
      description:
        'A version of the same plugin that is `submitted` or `in_review`. It is withdrawn in the same commit: this submission answers its review',
    },
  } satisfies Record<keyof Submission, JsonSchema>,
};

export class PublicationBody {
  @Allow() readonly rollout: Json | undefined;
}
export const publicationSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    rollout: rolloutSchema(
      'Stages that reach at no time more installations than those of the publisher, and end no earlier, and thresholds that are not higher. By default those of the publisher',
    ),
  },
};
export class RolloutBody {
  @IsIn(ROLLOUT_ACTIONS) readonly action: RolloutAction;
  /** Why the rollout is halted; publisher and operator read it. */
  @IsOptional() @IsString() @CodePoints(0, 4_000) readonly reason?: string | null;
}

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
export class CommentBody {
  /** A JSON Pointer into the manifest; empty or absent for the whole release. */
  @IsOptional() @IsString() @CodePoints(0, COMMENT_PATH_MAX_CODE_POINTS) readonly path?: string | null;
  @IsString() @CodePoints(1, COMMENT_MAX_CODE_POINTS) readonly text: string;
}
export class AppealBody {
  @IsString() @CodePoints(1, NOTES_MAX_CODE_POINTS) readonly text: string;
}
export class ReasonBody {
  @IsString() @CodePoints(1, 2_000) readonly reason: string;
}
