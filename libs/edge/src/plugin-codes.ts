/** The codes with which a plugin itself answers the calls of the service: those of the SDK and of the templates. */
import type { CodeEntry } from './service-codes.js';

export const pluginCodes = {
  'signature.invalid': [401, 'The plugin rejected the signature of the call', 'افزونه امضای فراخوانی را نپذیرفت'],
  'issuer.untrusted': [
    401,
    'The plugin does not trust the instance that signed the call',
    'افزونه به سامانه‌ای که فراخوانی را امضا کرده اعتماد ندارد',
  ],
  'installed.replayed': [
    401,
    'The call was signed before the credentials that the plugin has',
    'این فراخوانی پیش از اطلاعات دسترسی فعلی افزونه امضا شده است',
  ],
  'installed.other_origin': [
    401,
    'Another instance tries to replace the credentials',
    'سامانهٔ دیگری می‌خواهد اطلاعات دسترسی را عوض کند',
  ],
  'event.id_mismatch': [
    400,
    'The header and the signed body name different events',
    'شناسهٔ رویداد در هدر با شناسهٔ داخل بدنهٔ امضاشده یکی نیست',
  ],
  'plugin.failed': [500, 'The code of the plugin failed', 'کد افزونه خطا داد'],
  'plugin.body_consumed': [
    500,
    'Something read the body of the call before the plugin did',
    'پیش از افزونه چیز دیگری بدنهٔ فراخوانی را خوانده است',
  ],
  'tool.content_too_large': [500, 'The result of the tool is too large', 'نتیجهٔ ابزار بیش از اندازه بزرگ است'],
} as const satisfies Record<string, CodeEntry>;
