/** What the status of a wrong answer shows about its cause. */
import type { Text } from '../case.js';
import type { PluginAnswer } from '../plugin-call.js';

/** Null where the status alone does not tell the cause. */
export function causeOf({
  wants,
  answer,
}: {
  readonly wants: 'accepted' | 'rejected';
  readonly answer: PluginAnswer;
}): Text | null {
  const { status, error, path } = answer;
  if (status === null) return noAnswer(error, path);
  if (status >= 300 && status < 400) return redirected(path);
  if (status >= 500) return wants === 'accepted' ? ownFailure : failureInsteadOfRefusal;
  if (wants === 'accepted' && status === 410 && isEvent(path)) return gone;
  if (wants === 'accepted' && (status === 404 || status === 405)) return noRoute(path);
  return null;
}

const gone: Text = {
  en: '410 says that the plugin wants no more events: the service stops them until an admin resumes them. Answer 503 while the plugin cannot work.',
  fa: 'پاسخ 410 یعنی افزونه دیگر رویدادی نمی‌خواهد و سرویس ارسال را تا ازسرگیری مدیر متوقف می‌کند. تا وقتی افزونه نمی‌تواند کار کند 503 پاسخ دهید.',
};

const noRoute = (path: string): Text => ({
  en: `The plugin does not answer POST ${path}, or does not know the installation. Serve this path (below the path of base_url), and start the plugin again after a change.`,
  fa: `افزونه به POST ${path} پاسخ نمی‌دهد یا این نصب را نمی‌شناسد. این مسیر را (زیر مسیر base_url) سرو کنید و بعد از هر تغییر افزونه را دوباره اجرا کنید.`,
});

const redirected = (path: string): Text => ({
  en: `The plugin redirects, and the service never follows a redirect. Answer at ${path} itself, without a slash at the end, and let base_url be the final address.`,
  fa: `افزونه به نشانی دیگری هدایت می‌کند و سرویس هیچ‌وقت دنبال تغییر مسیر نمی‌رود. در خود ${path} و بدون خط مورب آخر پاسخ دهید و در base_url نشانی نهایی را بنویسید.`,
});

const ownFailure: Text = {
  en: "The plugin's own code failed: this is no question of the signature. The error is in the plugin's output, which is shown here with --run.",
  fa: 'کد خود افزونه خطا داده است و موضوع امضا نیست. متن خطا در خروجی افزونه است که با ‎--run همین‌جا نشان داده می‌شود.',
};

const failureInsteadOfRefusal: Text = {
  en: "The plugin's code failed at a call that it must refuse. Answer 401: a 5xx makes the service repeat the call. The error is in the plugin's output, which is shown here with --run.",
  fa: 'کد افزونه هنگام فراخوانی‌ای که باید رد می‌کرد خطا داده است. پاسخ 401 بدهید، چون سرویس بعد از 5xx فراخوانی را تکرار می‌کند. متن خطا در خروجی افزونه است که با ‎--run همین‌جا نشان داده می‌شود.',
};

function noAnswer(error: string | null, path: string): Text | null {
  if (error === 'ECONNREFUSED')
    return {
      en: 'The plugin does not listen any more: it has probably ended. Its output names the reason, and is shown here with --run.',
      fa: 'افزونه دیگر گوش نمی‌دهد و احتمالاً از کار افتاده است. دلیلش در خروجی افزونه است که با ‎--run همین‌جا نشان داده می‌شود.',
    };
  if (error?.startsWith('no complete answer') !== true) return null;
  return isEvent(path)
    ? {
        en: 'Store the event where it outlives a restart, answer, and then do what takes long: the service waits ten seconds.',
        fa: 'رویداد را جایی ذخیره کنید که با اجرای دوباره از بین نرود، پاسخ دهید و بعد کار طولانی را انجام دهید: سرویس ده ثانیه صبر می‌کند.',
      }
    : {
        en: 'Answer within ten seconds, and do what takes longer beforehand or afterwards.',
        fa: 'در کمتر از ده ثانیه پاسخ دهید و کار طولانی‌تر را پیش یا پس از آن انجام دهید.',
      };
}

const isEvent = (path: string): boolean => path.endsWith('/events');
