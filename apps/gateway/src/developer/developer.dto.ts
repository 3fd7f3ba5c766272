import { Allow, IsString } from 'class-validator';
import type { Submission } from '@kushk/contracts';
import { CodePoints, type JsonSchema } from '@kushk/edge';

/**
 * The catalogue validates these fields, so that one order of checks holds: notes, tier, then the manifest. Absent and
 * null mean the same for `requested_tier` and `notes`.
 */
export class SubmissionBody implements Record<keyof Submission, unknown> {
  @Allow() readonly manifest: unknown;
  @Allow() readonly requested_tier: unknown;
  @Allow() readonly notes: unknown;
}
/** What the OpenAPI documents promise of a submission: the rules of the catalogue. */
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
    requested_tier: {
      enum: ['community', 'verified', 'private', '', null],
      description: 'The tier that the publisher requests. The reviewer decides',
    },
    notes: {
      type: ['string', 'null'],
      maxLength: 4_000,
      description:
        'What changed and how a reviewer can try it. At most 4,000 code points. Line breaks and tabs are allowed; other control characters and characters that override the text direction are not',
    },
  } satisfies Record<keyof Submission, JsonSchema>,
};

export class ReasonBody {
  @IsString() @CodePoints(1, 2_000) readonly reason: string;
}
