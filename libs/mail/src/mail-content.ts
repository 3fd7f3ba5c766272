/** Renders a mail: kinds and counts, no texts of records, and no address but those of our own pages. Pure. */
import type { MailWay } from './mail-selection.js';
import { MAIL_TEXTS, type MailLanguage, type MailNames } from './mail-texts.js';

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
export interface MailFacts {
  readonly names: MailNames<string>;
  readonly language: MailLanguage;
  readonly way: MailWay;
  readonly counts: ReadonlyMap<string, number>;
  readonly at: Date;
  /** The page that lists the notifications. */
  readonly pageUrl: string;
  readonly unsubscribeUrl: string;
}

const LOCALES = { fa: 'fa-IR-u-ca-persian', en: 'en-GB-u-ca-gregory' } as const;

export function mailContent(facts: MailFacts): MailContent {
  const { language, way, counts, at, pageUrl, unsubscribeUrl } = facts;
  const texts = MAIL_TEXTS[language];
  const { sender, kinds } = facts.names[language];
  const number = new Intl.NumberFormat(LOCALES[language]);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const time = new Intl.DateTimeFormat(LOCALES[language], {
    ...{ timeZone: 'Asia/Tehran', dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
  }).format(at);
  const lines = [...counts].map(([kind, count]) => `${kinds[kind] ?? kind}: ${number.format(count)}`);
  const subject = texts.subject[way].replace('{0}', number.format(total)).replace('{1}', sender);
  const moment = texts.time.replace('{0}', time);
  return {
    subject,
    text: `${[subject, '', ...lines.map((line) => `• ${line}`), '', moment, '', `${texts.open}: ${pageUrl}`, '', `${texts.unsubscribe}: ${unsubscribeUrl}`].join('\n')}\n`,
    html: `<!doctype html>
<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><title>${subject}</title>
<body style="font:16px/1.8 Vazirmatn,Tahoma,sans-serif">
<p>${subject}</p>
<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>
<p>${moment}</p>
<p><a href="${attribute(pageUrl)}">${texts.open}</a></p>
<p><small><a href="${attribute(unsubscribeUrl)}">${texts.unsubscribe}</a></small></p>
</body></html>
`,
  };
}

function attribute(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
