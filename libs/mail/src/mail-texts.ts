/** The texts of mails that do not depend on the service. */
import type { MailWay } from './mail-selection.js';

export type MailLanguage = 'fa' | 'en';
/** What a service calls itself and its kinds, in the words of its pages. */
export type MailNames<Kind extends string> = Readonly<
  Record<MailLanguage, { readonly sender: string; readonly kinds: Readonly<Record<Kind, string>> }>
>;
interface MailTexts {
  readonly subject: Readonly<Record<MailWay, string>>;
  readonly time: string;
  readonly open: string;
  readonly unsubscribe: string;
}

export const MAIL_TEXTS: Readonly<Record<MailLanguage, MailTexts>> = {
  fa: {
    subject: { at_once: '{1}: {0} اعلان تازه', daily: '{1}: {0} اعلان در گزارش روزانه' },
    time: '{0} به وقت تهران',
    open: 'دیدن اعلان‌ها',
    unsubscribe: 'دیگر ایمیل نفرستید',
  },
  en: {
    subject: { at_once: '{1}: {0} new notifications', daily: '{1}: {0} notifications in your daily digest' },
    time: '{0}, Tehran time',
    open: 'See the notifications',
    unsubscribe: 'Send me no more e-mail',
  },
};
