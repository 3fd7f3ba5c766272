import { IsOptional } from 'class-validator';
import { IsTime } from '@kushk/edge';

export class ReadNotificationsBody {
  /** Everything until this time is read: the `at` of the newest notification that you saw. Absent or null: now. */
  @IsOptional() @IsTime() readonly until?: string | null;
}
