/** The same words as on the pages (apps/hub-pages/src/notifications). */
import type { HubNotificationKind } from '@kushk/contracts';
import type { MailNames } from '@kushk/mail';

export const MAIL_NAMES: MailNames<HubNotificationKind> = {
  fa: {
    sender: 'هاب کوشک',
    kinds: {
      release_waiting: 'نسخه‌ای بیش از یک روز در صف بازبینی مانده است',
      appeal_waiting: 'اعتراضی منتظر بازبین است',
      release_commented: 'دربارهٔ نسخه‌ای نظر تازه‌ای داده شد',
      release_decided: 'دربارهٔ نسخه‌ای تصمیم گرفته شد',
      rollout_halted: 'انتشار تدریجی نسخه‌ای متوقف شد',
      instance_silent: 'سامانه‌ای پاسخ نمی‌دهد',
      key_expiring: 'اعتبار کلیدی رو به پایان است',
    },
  },
  en: {
    sender: 'Kushk hub',
    kinds: {
      release_waiting: 'A release has waited for its review for over a day',
      appeal_waiting: 'An appeal waits for a reviewer',
      release_commented: 'There is a new comment on a release',
      release_decided: 'Something was decided about a release',
      rollout_halted: 'The rollout of a release was halted',
      instance_silent: 'An instance does not answer',
      key_expiring: 'A key is about to end',
    },
  },
};
