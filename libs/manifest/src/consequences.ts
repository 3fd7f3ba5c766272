import type { CapabilityDiff } from '@kushk/contracts';
import { pointerSegments } from './pointer.js';

/** One sentence in English and in Persian. */
export interface Consequence {
  readonly message: string;
  readonly message_fa: string;
}

/** What a difference between two versions means for the installations of the earlier one: consent, then records. */
export function consequencesOf(diff: CapabilityDiff): Consequence[] {
  const lost = diff.changes.flatMap(({ path, after }) => {
    const [part, type, ...inside] = pointerSegments(path);
    return part === 'records' && type !== undefined && inside.length === 0 && after === null ? [type] : [];
  });
  const delivery = diff.changes.find(({ path }) => path === '/delivery');
  return [consentTo(diff), ...(delivery === undefined ? [] : [deliveredBy(delivery.after)]), ...lost.map(unreachable)];
}

function consentTo({ previous, class: kind, changes }: CapabilityDiff): Consequence {
  const paths = changes.map(({ path }) => path).join(', ');
  switch (kind) {
    case 'none':
      return {
        message: 'no consent is needed: no capability differs',
        message_fa: 'به رضایت نیازی نیست؛ هیچ قابلیتی فرق نکرده است',
      };
    case 'minor':
      return {
        message: `no consent is needed: each difference is harmless (${paths})`,
        message_fa: `به رضایت نیازی نیست؛ همهٔ تفاوت‌ها بی‌خطرند (${paths})`,
      };
    case 'consent':
      return {
        message: `the admin of each installation that a change concerns must consent; until then it runs ${previous} (${paths})`,
        message_fa: `مدیر هر نصبی که تغییر به آن مربوط است باید رضایت بدهد و تا آن زمان ${previous} اجرا می‌شود (${paths})`,
      };
  }
}

function deliveredBy(delivery: unknown): Consequence {
  return delivery === 'poll'
    ? {
        message: 'from then on nothing is pushed and no lifecycle call is made: the plugin polls its events',
        message_fa: 'از آن پس نه رویدادی فرستاده می‌شود و نه فراخوان چرخهٔ عمر؛ افزونه خودش رویدادها را می‌پرسد',
      }
    : {
        message: 'from then on events and lifecycle calls are pushed to base_url, beginning with those not polled yet',
        message_fa: 'از آن پس رویدادها و فراخوان‌های چرخهٔ عمر به base_url فرستاده می‌شوند؛ اول رویدادهای پرسیده‌نشده',
      };
}

function unreachable(type: string): Consequence {
  return {
    message: `all records of type ${type} become unreachable (404 record.type_not_found): keep the type, or move its records first`,
    message_fa: `همهٔ رکوردهای نوع ${type} از دسترس خارج می‌شوند (404 record.type_not_found)؛ نوع را نگه دارید یا اول رکوردها را منتقل کنید`,
  };
}
