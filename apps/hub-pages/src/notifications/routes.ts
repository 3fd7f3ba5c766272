import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.js';
import { rootRoute } from '../root-route.js';

const notifications = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  component: lazyPage(() => import('./staff-notifications-page.js'), 'StaffNotificationsPage'),
});

export const notificationRoutes = [notifications] as const;
