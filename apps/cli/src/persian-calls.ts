/** The Persian texts about the calls of a plugin and the states that it must survive, by their English source. */
export const PERSIAN_CALLS: Readonly<Record<string, string>> = {
  'a redirect is not followed, so no function of the tool ran: answer at exactly this address; often a slash is missing, or a login page or a proxy is in front of it':
    'تغییر مسیر دنبال نمی‌شود، پس هیچ تابعی از ابزار اجرا نشده است: در همین نشانی پاسخ دهید؛ اغلب یک ممیز جا افتاده، یا صفحهٔ ورود یا پراکسی جلوی آن است',
  'the next attempt is at {0}; "kushk store resend {1}" makes it at once':
    'تلاش بعدی ساعت {0} است؛ «kushk store resend {1}» همین حالا می‌فرستد',
  '{0} was not sent: {1} fails and holds back the events after it; correct the plugin, then "kushk store resend {2}" sends them':
    '{0} فرستاده نشد: {1} خطا می‌دهد و رویدادهای بعدی منتظرش می‌مانند؛ افزونه را اصلاح کنید، سپس «kushk store resend {2}» آن‌ها را می‌فرستد',
  'the plugin has answered 410: nothing is sent until "kushk store resume-deliveries {0}"':
    'افزونه 410 پاسخ داده است: تا «kushk store resume-deliveries {0}» چیزی فرستاده نمی‌شود',
  'the plugin answered: {0}': 'پاسخ افزونه: {0}',
  'no call {0} among the newest ones: "kushk dev logs" shows them with their ids':
    'فراخوانی {0} میان تازه‌ترین‌ها نیست: «kushk dev logs» آن‌ها را با شناسه نشان می‌دهد',
  'at most 24h, not {0}': 'حداکثر 24h، نه {0}',
  'what waits is sent by and by; "kushk store resume-deliveries {0}" sends it at once':
    'آنچه منتظر است به‌تدریج فرستاده می‌شود؛ «kushk store resume-deliveries {0}» همین حالا می‌فرستد',
  'the plugin is called again': 'افزونه دوباره فراخوانی می‌شود',
  'until {0} no call reaches the plugin; "kushk dev down 0" ends it':
    'تا ساعت {0} هیچ فراخوانی به افزونه نمی‌رسد؛ «kushk dev down 0» به آن پایان می‌دهد',
  'the terminal of "kushk dev" says when it has ended': 'ترمینال «kushk dev» پایانش را اعلام می‌کند',
  'the tools of the plugin are called again': 'ابزارهای افزونه دوباره فراخوانی می‌شوند',
  'until {0} no tool of the plugin is called; "kushk dev down 0" ends it':
    'تا ساعت {0} هیچ ابزاری از افزونه فراخوانی نمی‌شود؛ «kushk dev down 0» به آن پایان می‌دهد',
  'the plugin polls, so its events are not affected: end its process to see what it does after an outage':
    'افزونه رویدادهایش را خودش می‌پرسد و از این اثر نمی‌گیرد: برای دیدن رفتارش پس از قطعی، برنامه‌اش را ببندید',
  'it is queued and not tried yet: "kushk dev logs" shows when it is':
    'در صف است و هنوز فرستاده نشده: «kushk dev logs» زمان فرستادنش را نشان می‌دهد',
  'no proposal of the plugin was applied': 'هیچ پیشنهادی از افزونه اعمال نشده است',
  'undone; a plugin that lists "plugin.proposal.undone" in its events gets it':
    'برگردانده شد؛ اگر افزونه «plugin.proposal.undone» را در events آورده باشد، به آن می‌رسد',
  'no rejected proposal of the plugin lacks a reason': 'هیچ پیشنهاد ردشدهٔ افزونه بی‌دلیل نمانده است',
  'the reason is added; "plugin.proposal.settled" comes again with revision {0}':
    'دلیل ثبت شد؛ «plugin.proposal.settled» دوباره با revision {0} می‌رسد',
  'lost for ever: {0} MU that were a gift': 'برای همیشه از دست می‌رود: {0} MU هدیه',
  'kept for the next installation: {0} purchased MU': 'برای نصب بعدی می‌ماند: {0} MU خریداری‌شده',
  'lost for ever: {0} records of the plugin': 'برای همیشه از دست می‌رود: {0} رکورد افزونه',
  'lost for ever: {0} records of the plugin or more': 'برای همیشه از دست می‌رود: {0} رکورد افزونه یا بیشتر',
  'what waits for {0} is sent now': 'آنچه منتظر {0} است اکنون فرستاده می‌شود',
  'next: the plugin has answered 410, or the attempts have ended; when that is corrected, "kushk store resume-deliveries {0}" sends the calls again':
    'گام بعد: افزونه 410 پاسخ داده یا تلاش‌ها تمام شده است؛ پس از اصلاح، «kushk store resume-deliveries {0}» فراخوانی‌ها را دوباره می‌فرستد',
  'next: start the plugin at the base_url of its manifest; then "kushk store resend {0}" sends the calls again at once':
    'گام بعد: افزونه را در base_url مانیفستش اجرا کنید؛ سپس «kushk store resend {0}» فراخوانی‌ها را همان دم دوباره می‌فرستد',
  'closed at': 'زمان بسته‌شدن',
  'no month is closed yet in which a plugin of yours was installed':
    'هنوز ماهی که افزونه‌ای از شما در آن نصب بوده بسته نشده است',
  '"kushk usage statement {0}" downloads one and verifies it':
    '«kushk usage statement {0}» یکی را دریافت و امضایش را بررسی می‌کند',
  'no bodies: both are empty, or not kept any more': 'بدون بدنه: هر دو خالی‌اند یا دیگر نگه داشته نشده‌اند',
  'nothing was sent: "kushk dev down" makes the plugin unreachable':
    'چیزی فرستاده نشد: «kushk dev down» افزونه را از دسترس خارج کرده است',
  '{0} redirect to {1}: it is not followed, and no function of the plugin ran':
    '{0} تغییر مسیر به {1}: دنبال نمی‌شود و هیچ تابعی از افزونه اجرا نشده است',
  '{0} {1}: not {"content": …} as JSON': '{0} {1}: پاسخ JSON به شکل {"content": …} نیست',
  '{0}: more than 1 MiB': '{0}: بیش از ۱ مگابایت',
};
