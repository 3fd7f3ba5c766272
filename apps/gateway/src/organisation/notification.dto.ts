import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { NotificationKind, NotificationPreference } from '@kushk/contracts';
import { IsTime, Nested } from '@kushk/edge';

export class ReadNotificationsBody {
  /** Everything until this time is read: the `at` of the newest notification that you saw. Absent or null: now. */
  @IsOptional() @IsTime() readonly until?: string | null;
}

class PreferenceBody {
  /** Whether the page lists this kind and counts it as unread. */
  @IsBoolean() readonly page: boolean;
  /** `daily`: in a digest at eight in the morning in Tehran. Absent or null: `off`. */
  @IsOptional() @IsIn(['off', 'at_once', 'daily']) readonly email?: NotificationPreference['email'] | null;
}
type Preference = PreferenceBody | null;

/** One field for each kind of notification. Absent: the default of the kind. */
class PreferencesByKind implements Partial<Record<NotificationKind, Preference>> {
  @IsOptional() @Nested(PreferenceBody) readonly proposal_assigned?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly proposals_waiting?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly plugin_stopped?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly plugin_failing?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly plugin_silent?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly update_waiting?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly wallet_low?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly wallet_frozen?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly budget_reached?: Preference;
}

export class NotificationPreferencesBody {
  /** Replaces all preferences. */
  @Nested(PreferencesByKind) readonly kinds: PreferencesByKind;
}
