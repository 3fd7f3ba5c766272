/** The handlers of everything about notifications, and their e-mails. */
import { catalogueMails } from '@kushk/contracts';
import { mailHandlers } from '@kushk/mail';
import { UnsubscribeHandler } from '../mail/unsubscribe/unsubscribe.handler.js';
import { GetPreferencesHandler } from './get-preferences/get-preferences.handler.js';
import { ListMemberNotificationsHandler } from './list-member-notifications/list-member-notifications.handler.js';
import { ListStaffNotificationsHandler } from './list-staff-notifications/list-staff-notifications.handler.js';
import { MarkReadByMemberHandler } from './mark-read-by-member/mark-read-by-member.handler.js';
import { MarkReadByStaffHandler } from './mark-read-by-staff/mark-read-by-staff.handler.js';
import { SetPreferencesOfMemberHandler } from './set-preferences-of-member/set-preferences-of-member.handler.js';
import { SetPreferencesOfStaffHandler } from './set-preferences-of-staff/set-preferences-of-staff.handler.js';

export const notificationHandlers = [
  ...mailHandlers(catalogueMails),
  UnsubscribeHandler,
  GetPreferencesHandler,
  ListMemberNotificationsHandler,
  ListStaffNotificationsHandler,
  MarkReadByMemberHandler,
  MarkReadByStaffHandler,
  SetPreferencesOfMemberHandler,
  SetPreferencesOfStaffHandler,
];
