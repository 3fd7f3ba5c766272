import { IsIn, IsOptional, IsString } from 'class-validator';
import { CodePoints, Nested } from '@kushk/edge';

const RECORD_TYPE_MAX = 64;
const RECORD_ID_MAX = 200;
const PANEL_KEY_MAX = 64;

/** The record beside which a panel is shown: a record of the platform, or one of the plugin's own. */
export class ContextRecordBody {
  @IsString() @CodePoints(1, RECORD_TYPE_MAX) readonly type: string;
  /** The id of the record; the `external_id` of a record of the plugin. */
  @IsString() @CodePoints(1, RECORD_ID_MAX) readonly id: string;
}
export class HandleBody {
  @IsIn(['app', 'panel']) readonly surface: 'app' | 'panel';
  /** The key of the panel in the manifest; required for the surface `panel`. */
  @IsOptional() @IsString() @CodePoints(1, PANEL_KEY_MAX) readonly panel?: string | null;
  @IsOptional() @Nested(ContextRecordBody) readonly record?: ContextRecordBody | null;
}
