import { ArrayMaxSize, IsArray, IsOptional, IsString } from 'class-validator';
import { CodePoints, UniqueItems } from '@kushk/edge';

const ID_MAX = 64;
const PEOPLE_MAX = 1_000;

export class AcceptSourceBody {
  /** The session that gets the message. Required for a message. */
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly session_id?: string | null;
  /** The case of the document. */
  @IsOptional() @IsString() @CodePoints(1, ID_MAX) readonly case_id?: string | null;
  /** The people who see the document, beside the admins; null means the whole organisation. Required for a document. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(PEOPLE_MAX)
  @UniqueItems()
  @IsString({ each: true })
  readonly member_ids?: readonly string[] | null;
}
