import { linkOptions } from '@tanstack/react-router';
import {
  Brain,
  Building2,
  CalendarDays,
  FileText,
  FolderOpen,
  House,
  Inbox,
  MessagesSquare,
  Puzzle,
  ScrollText,
  ShieldCheck,
  Store,
  Users,
  WalletCards,
  Workflow,
  Wrench,
} from '@kushk/ui/icons';

const everyone = ['admin', 'member'] as const;
const admins = ['admin'] as const;
const platform = ['platform_admin'] as const;

/** The pages in the navigation by section, each for the people who have one of the roles. */
export const sections = [
  {
    title: 'nav.work',
    destinations: [
      { link: linkOptions({ to: '/' }), key: 'nav.home', Icon: House, roles: everyone },
      {
        link: linkOptions({ to: '/inbox/{-$id}', params: { id: undefined } }),
        key: 'nav.inbox',
        Icon: Inbox,
        roles: everyone,
      },
      { link: linkOptions({ to: '/cases' }), key: 'nav.cases', Icon: FolderOpen, roles: everyone },
      { link: linkOptions({ to: '/calendar' }), key: 'nav.calendar', Icon: CalendarDays, roles: everyone },
      { link: linkOptions({ to: '/sessions' }), key: 'nav.sessions', Icon: MessagesSquare, roles: everyone },
      { link: linkOptions({ to: '/documents' }), key: 'nav.documents', Icon: FileText, roles: everyone },
      { link: linkOptions({ to: '/memory' }), key: 'nav.memory', Icon: Brain, roles: everyone },
    ],
  },
  {
    title: 'nav.plugins',
    destinations: [
      { link: linkOptions({ to: '/store' }), key: 'nav.store', Icon: Store, roles: everyone },
      { link: linkOptions({ to: '/installations' }), key: 'nav.installations', Icon: Puzzle, roles: everyone },
      { link: linkOptions({ to: '/wallets' }), key: 'nav.wallets', Icon: WalletCards, roles: admins },
    ],
  },
  {
    title: 'nav.organisation',
    destinations: [
      { link: linkOptions({ to: '/people' }), key: 'nav.people', Icon: Users, roles: everyone },
      { link: linkOptions({ to: '/tools' }), key: 'nav.tools', Icon: Wrench, roles: everyone },
      { link: linkOptions({ to: '/rules' }), key: 'nav.rules', Icon: Workflow, roles: admins },
      { link: linkOptions({ to: '/audit' }), key: 'nav.audit', Icon: ScrollText, roles: admins },
    ],
  },
  {
    title: 'nav.platform',
    destinations: [
      { link: linkOptions({ to: '/organisations' }), key: 'nav.organisations', Icon: Building2, roles: platform },
      { link: linkOptions({ to: '/staff' }), key: 'nav.staff', Icon: ShieldCheck, roles: platform },
      { link: linkOptions({ to: '/staff/audit' }), key: 'nav.staff_audit', Icon: ScrollText, roles: platform },
    ],
  },
] as const;
