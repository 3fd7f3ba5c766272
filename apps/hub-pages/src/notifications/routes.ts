import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';

const notifications = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  component: lazyPage(() => import('./staff-notifications-page.js'), 'StaffNotificationsPage'),
});

const mailbox = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mailbox',
  component: lazyPage(() => import('./mailbox-page.js'), 'MailboxPage'),
});

export const notificationRoutes = [notifications, mailbox] as const;
