import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type {
  NotificationKind,
  NotificationPreference,
  PreferencesByKind as ChosenByKind,
  PublisherNotificationKind,
  StaffNotificationKind,
} from '@kushk/contracts';
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

/** One field for each kind that staff of the hub get. Absent: the default of the kind. */
class PreferencesOfStaff implements Partial<Record<StaffNotificationKind, Preference>> {
  @IsOptional() @Nested(PreferenceBody) readonly release_waiting?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly appeal_waiting?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly release_commented?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly rollout_halted?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly instance_silent?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly key_expiring?: Preference;
}

export class StaffPreferencesBody {
  /** Replaces all preferences. */
  @Nested(PreferencesOfStaff) readonly kinds: PreferencesOfStaff;
}

/** One field for each kind that the people of publishers get. Absent: the default of the kind. */
class PreferencesOfMember implements Partial<Record<PublisherNotificationKind, Preference>> {
  @IsOptional() @Nested(PreferenceBody) readonly release_decided?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly release_commented?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly rollout_halted?: Preference;
  @IsOptional() @Nested(PreferenceBody) readonly key_expiring?: Preference;
}

export class MemberPreferencesBody {
  /** Replaces all preferences. */
  @Nested(PreferencesOfMember) readonly kinds: PreferencesOfMember;
}

/** What a body chooses. Null stands for the default of a kind, like a field that is absent. */
export function chosenOf<Kind extends string>(kinds: Readonly<Partial<Record<Kind, Preference>>>): ChosenByKind<Kind> {
  const chosen = Object.entries<Preference | undefined>(kinds).flatMap(([kind, wanted]) =>
    wanted === null || wanted === undefined ? [] : [[kind, { page: wanted.page, email: wanted.email ?? 'off' }]],
  );
  return Object.fromEntries(chosen) as ChosenByKind<Kind>;
}
