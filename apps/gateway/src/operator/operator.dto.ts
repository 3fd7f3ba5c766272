import { Allow, IsArray, IsBoolean, IsIn, IsObject, IsOptional, IsString, Matches } from 'class-validator';
import {
  COMMENT_MAX_CODE_POINTS,
  COMMENT_PATH_MAX_CODE_POINTS,
  COMMENTS_PER_REQUEST,
  KEY_SCOPES,
  type Json,
  type JsonObject,
  type KeyScope,
  type Tier,
} from '@kushk/contracts';
import { CodePoints, IsTime, UniqueItems, type JsonSchema } from '@kushk/edge';

const COMMENT_PATH =
  'A JSON Pointer into the manifest, such as `/scopes/cases.read`; empty or absent for the whole release';
export const PLUGIN_ID_MAX = 128;
export const PLUGIN_ID = /^[a-z][a-z0-9]*(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)+$/;

export class PublisherBody {
  @IsString() @Matches(/^[a-z0-9][a-z0-9-]{0,62}$/) readonly id: string;
  @IsString() @CodePoints(1, 200) readonly name: string;
}
export class MemberBody {
  /** The `sub` claim of the access tokens of this person. */
  @IsString() @CodePoints(1, 255) readonly subject: string;
  @IsString() @CodePoints(1, 200) readonly name: string;
}
export class KeyBody {
  @IsString() @CodePoints(1, 200) readonly label: string;
  @IsOptional() @IsTime() readonly expires_at?: string | null;
  /** `registry`: for pushing images; by default for the publisher API. */
  @IsOptional() @IsIn(['api', 'registry']) readonly purpose?: 'api' | 'registry' | null;
  /** What the key may do in the publisher API; all by default. */
  @IsOptional()
  @IsArray()
  @UniqueItems()
  @IsIn(KEY_SCOPES, { each: true })
  readonly scopes?: readonly KeyScope[] | null;
  /** The only plugin that the key can reach; by default all plugins of the publisher. It need not exist yet. */
  @IsOptional() @IsString() @CodePoints(1, PLUGIN_ID_MAX) @Matches(PLUGIN_ID) readonly plugin_id?: string | null;
}
export class ApprovalBody {
  @IsIn(['community', 'verified', 'private'] satisfies Tier[]) readonly tier: Tier;
  @IsOptional() @IsString() @CodePoints(0, 4_000) readonly notes?: string | null;
  @IsOptional() @IsBoolean() readonly publish?: boolean | null;
}
export class RejectionBody {
  @IsString() @CodePoints(1, 4_000) readonly notes: string;
}
export class ChangesBody {
  @IsString() @CodePoints(1, 4_000) readonly notes: string;
  /** The review service validates them together with the notes. */
  @Allow() readonly comments?: Json | undefined;
}
export const changesSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['notes'],
  properties: {
    notes: {
      type: 'string',
      minLength: 1,
      maxLength: 4_000,
      description: 'What must change, for the publisher. It becomes the first comment, on the whole release',
    },
    comments: {
      type: ['array', 'null'],
      maxItems: COMMENTS_PER_REQUEST,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['text'],
        properties: {
          path: { type: ['string', 'null'], maxLength: COMMENT_PATH_MAX_CODE_POINTS, description: COMMENT_PATH },
          text: { type: 'string', minLength: 1, maxLength: COMMENT_MAX_CODE_POINTS },
        },
      },
      description: 'Comments on single values of the manifest',
    },
  } satisfies Record<keyof ChangesBody, JsonSchema>,
};
export class InstanceBody {
  @IsString() @Matches(/^[a-z0-9][a-z0-9-]{0,31}$/) readonly id: string;
  @IsString() @CodePoints(1, 200) readonly name: string;
  @IsString() @Matches(/^(0|[1-9]\d*)\.(0|[1-9]\d*)$/) readonly plugin_api: string;
  /** The public JWK of the key with which the instance signs its calls. */
  @IsOptional() @IsObject() readonly public_key?: JsonObject | null;
}
