import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { HUB_ROLES, INSTANCE_ROLES, type HubRole, type InstanceRole } from '@kushk/contracts';
import { CodePoints, UniqueItems } from '@kushk/edge';

const SUBJECT_MAX = 255;
const NAME_MAX = 200;
const ROLES_MAX = 10;

export class HubStaffBody {
  @IsString() @CodePoints(1, SUBJECT_MAX) readonly subject: string;
  @IsString() @CodePoints(1, NAME_MAX) readonly name: string;
  @IsArray() @ArrayMaxSize(ROLES_MAX) @UniqueItems() @IsIn(HUB_ROLES, { each: true }) readonly roles: HubRole[];
}
export class HubStaffChangesBody {
  @IsOptional() @IsString() @CodePoints(1, NAME_MAX) readonly name?: string | null;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(ROLES_MAX)
  @UniqueItems()
  @IsIn(HUB_ROLES, { each: true })
  readonly roles?: HubRole[] | null;
}
export class InstanceStaffBody {
  @IsString() @CodePoints(1, SUBJECT_MAX) readonly subject: string;
  @IsString() @CodePoints(1, NAME_MAX) readonly name: string;
  @IsArray()
  @ArrayMaxSize(ROLES_MAX)
  @UniqueItems()
  @IsIn(INSTANCE_ROLES, { each: true })
  readonly roles: InstanceRole[];
}
export class InstanceStaffChangesBody {
  @IsOptional() @IsString() @CodePoints(1, NAME_MAX) readonly name?: string | null;
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(ROLES_MAX)
  @UniqueItems()
  @IsIn(INSTANCE_ROLES, { each: true })
  readonly roles?: InstanceRole[] | null;
}
