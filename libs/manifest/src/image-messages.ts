/** Problems of the image of a container plugin; most of them are found when the hub looks it up in its registry. */
import type { Message } from './messages.js';

export const imageMessages = {
  image_invalid: {
    en: 'must be an image reference in lowercase with a sha256 digest',
    fa: 'باید نشانی ایمیج با حروف کوچک و همراه با digest از نوع sha256 باشد',
    hint: 'for example registry.example/acme/invoices@sha256: and 64 hexadecimal digits',
    hintFa: 'برای نمونه registry.example/acme/invoices@sha256: و سپس ۶۴ رقم شانزده‌شانزدهی',
  },
  image_unchecked: {
    en: 'was not looked up, because this hub has no registry',
    fa: 'بررسی نشده است، چون این هاب رجیستری ندارد',
  },
  image_elsewhere: {
    en: 'must be in the registry {registry}',
    fa: 'باید در رجیستری {registry} باشد',
    hint: 'push it there and name it with its digest',
    hintFa: 'آن را آنجا push کنید و با digest بنویسید',
  },
  image_missing: {
    en: 'is not in the registry {registry}',
    fa: 'در رجیستری {registry} پیدا نشد',
    hint: 'push it first, and take the digest that the push prints',
    hintFa: 'نخست آن را push کنید و همان digest را بنویسید که push چاپ می‌کند',
  },
  image_unreadable: {
    en: 'is no image that can be read',
    fa: 'ایمیجی نیست که بتوان خواند',
    hint: 'a manifest of OCI or Docker, or an index of at most 16 of them, each document with at most 1 MiB',
    hintFa: 'یک manifest از نوع OCI یا Docker، یا فهرستی از حداکثر ۱۶ تای آن‌ها، هر سند حداکثر ۱ مبی‌بایت',
  },
  image_not_linux: {
    en: 'runs only on {platforms}, and instances run Linux',
    fa: 'فقط روی {platforms} اجرا می‌شود، ولی سامانه‌ها لینوکس اجرا می‌کنند',
  },
  image_without_command: {
    en: 'has neither an entry point nor a command',
    fa: 'نه ENTRYPOINT دارد و نه CMD',
  },
  image_path_foreign: {
    en: "is not below the publisher's path {path}",
    fa: 'زیر مسیر ناشر ({path}) نیست',
  },
  image_runs_as_root: {
    en: 'runs as root',
    fa: 'با کاربر root اجرا می‌شود',
    hint: 'name another user in the image (USER)',
    hintFa: 'کاربر دیگری در ایمیج مشخص کنید (USER)',
  },
  image_port_not_exposed: {
    en: 'exposes other ports, and not {port}',
    fa: 'پورت‌های دیگری را باز می‌کند، نه {port} را',
    hint: 'name the port on which it listens as port of the manifest',
    hintFa: 'پورتی را که روی آن گوش می‌دهد در port مانیفست بنویسید',
  },
} as const satisfies Record<string, Message>;
