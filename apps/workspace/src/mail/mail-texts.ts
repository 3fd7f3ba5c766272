/** The texts of mails. The same words as on the pages (apps/instance-pages/src/notifications). */
import type { NotificationKind } from '@kushk/contracts';
import type { MailWay } from './mail-selection.js';

export type MailLanguage = 'fa' | 'en';
interface MailTexts {
  readonly subject: Readonly<Record<MailWay, string>>;
  readonly kinds: Readonly<Record<NotificationKind, string>>;
  readonly time: string;
  readonly open: string;
  readonly unsubscribe: string;
}

export const MAIL_TEXTS: Readonly<Record<MailLanguage, MailTexts>> = {
  fa: {
    subject: { at_once: 'کوشک: {0} اعلان تازه', daily: 'کوشک: {0} اعلان در گزارش روزانه' },
    kinds: {
      proposal_assigned: 'پیشنهادی به شما واگذار شد',
      proposals_waiting: 'پیشنهادهایی بیش از یک روز مانده‌اند',
      plugin_stopped: 'اپراتور افزونه‌ای را متوقف کرد',
      plugin_failing: 'افزونه‌ای درست کار نمی‌کند',
      plugin_silent: 'افزونه‌ای رویدادهایش را نمی‌گیرد',
      update_waiting: 'نسخهٔ تازه‌ای رضایت می‌خواهد',
      wallet_low: 'موجودی یک افزونه کم شده است',
      wallet_frozen: 'کیف پول افزونه‌ای مسدود شد',
      budget_reached: 'سقف مصرف ماهانه‌ای رو به پایان است',
    },
    time: '{0} به وقت تهران',
    open: 'دیدن اعلان‌ها',
    unsubscribe: 'دیگر ایمیل نفرستید',
  },
  en: {
    subject: { at_once: 'Kushk: {0} new notifications', daily: 'Kushk: {0} notifications in your daily digest' },
    kinds: {
      proposal_assigned: 'A proposal was assigned to you',
      proposals_waiting: 'Proposals have waited for over a day',
      plugin_stopped: 'The operator suspended a plugin',
      plugin_failing: 'A plugin fails',
      plugin_silent: 'A plugin does not fetch its events',
      update_waiting: 'A new version asks for your consent',
      wallet_low: 'The balance of a plugin is low',
      wallet_frozen: 'The wallet of a plugin was frozen',
      budget_reached: 'A monthly budget is almost used up',
    },
    time: '{0}, Tehran time',
    open: 'See the notifications',
    unsubscribe: 'Send me no more e-mail',
  },
};
