/** The handlers of everything about notifications. */
import { ListMemberNotificationsHandler } from './list-member-notifications/list-member-notifications.handler.js';
import { ListStaffNotificationsHandler } from './list-staff-notifications/list-staff-notifications.handler.js';
import { MarkReadByMemberHandler, MarkReadByStaffHandler } from './mark-read/mark-read.handler.js';

export const notificationHandlers = [
  ListMemberNotificationsHandler,
  ListStaffNotificationsHandler,
  MarkReadByMemberHandler,
  MarkReadByStaffHandler,
];
