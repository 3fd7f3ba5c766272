import { IsArray, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { RuleAction } from '@kushk/contracts';
import { CodePoints, Documented, UniqueItems } from '@kushk/edge';
import { formatOf } from '../openapi/formats.js';

const PLUGIN_ID_MAX = 128;
const PLUGIN_ID = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const RECORD_TYPE_MAX = 64;

export class RuleBody {
  /** Null or absent: the proposals of every plugin. The plugin need not be installed yet. */
  @IsOptional()
  @IsString()
  @CodePoints(1, PLUGIN_ID_MAX)
  @Matches(PLUGIN_ID)
  @Documented(formatOf.pluginId)
  readonly plugin_id?: string | null;
  /** A type that is low-risk on this instance: by default only `calendar_event`. */
  @IsString() @CodePoints(1, RECORD_TYPE_MAX) readonly record_type: string;
  /** What the rule applies: proposals of new records, of changes, or both. At least one of them. */
  @IsArray()
  @UniqueItems()
  @IsIn(['create', 'update'] satisfies RuleAction[], { each: true })
  readonly actions: RuleAction[];
}
