/** The document that ends e-mails to a person: it asks, or shows what has become of it. */
import { escapeHtml, plainPage } from '../session/plain-page.js';
import type { Language } from '../session/session-cookies.js';

export type UnsubscribeStep = 'confirm' | 'done' | 'unknown' | 'failed';

const TEXTS: Readonly<
  Record<
    Language,
    { readonly button: string } & Readonly<Record<UnsubscribeStep, readonly [title: string, text: string]>>
  >
> = {
  fa: {
    button: 'دیگر ایمیل نفرستید',
    confirm: [
      'ایمیل اعلان‌ها',
      'با این دکمه دیگر هیچ اعلانی به ایمیل شما فرستاده نمی‌شود. اعلان‌ها در صفحه‌شان می‌مانند.',
    ],
    done: ['دیگر ایمیلی نمی‌گیرید', 'هر وقت بخواهید، در صفحهٔ اعلان‌ها دوباره روشنش کنید.'],
    unknown: ['این نشانی کامل نیست', 'پیوند را همان‌طور که در ایمیل آمده باز کنید.'],
    failed: ['انجام نشد', 'چند لحظهٔ دیگر دوباره امتحان کنید.'],
  },
  en: {
    button: 'Send me no more e-mail',
    confirm: [
      'E-mail of notifications',
      'With this button you get no more notifications by e-mail. They stay on their page.',
    ],
    done: ['You get no more e-mail', 'You can turn it on again on the page of the notifications.'],
    unknown: ['This link is not complete', 'Open the whole link of the mail.'],
    failed: ['That did not work', 'Try again in a few moments.'],
  },
};

export function unsubscribePage(
  step: UnsubscribeStep,
  { language, action }: { readonly language: Language; readonly action: string },
): string {
  const texts = TEXTS[language];
  const [title, text] = texts[step];
  const canTry = step === 'confirm' || step === 'failed';
  const form = `<form method="post" action="${escapeHtml(action)}"><button>${texts.button}</button></form>`;
  return plainPage(language, title, [`<p>${text}</p>`, ...(canTry ? [form] : [])]);
}
