/** The same words as on the pages (apps/instance-pages/src/notifications). */
import type { NotificationKind } from '@kushk/contracts';
import type { MailNames } from '@kushk/mail';

export const MAIL_NAMES: MailNames<NotificationKind> = {
  fa: {
    sender: 'کوشک',
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
  },
  en: {
    sender: 'Kushk',
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
  },
};
