import { body, string, unchecked, type Field } from '@kushk/edge';
import type { Submission } from '@kushk/contracts';

/**
 * The catalogue validates these fields, so that one order of checks holds: notes, tier, then the manifest. Absent and
 * null mean the same for `requested_tier` and `notes`.
 */
export const SubmissionBody = body(
  { manifest: unchecked(), requested_tier: unchecked(), notes: unchecked() } satisfies Record<keyof Submission, Field>,
  {
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
    },
  },
);

export const ReasonBody = body({ reason: string({ minLength: 1, maxLength: 2_000 }) });
