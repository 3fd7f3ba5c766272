/** The handlers of everything about notifications. */
import { ListMemberNotificationsHandler } from './list-member-notifications/list-member-notifications.handler.js';
import { ListStaffNotificationsHandler } from './list-staff-notifications/list-staff-notifications.handler.js';
import { MarkReadByMemberHandler } from './mark-read-by-member/mark-read-by-member.handler.js';
import { MarkReadByStaffHandler } from './mark-read-by-staff/mark-read-by-staff.handler.js';

export const notificationHandlers = [
  ListMemberNotificationsHandler,
  ListStaffNotificationsHandler,
  MarkReadByMemberHandler,
  MarkReadByStaffHandler,
];
